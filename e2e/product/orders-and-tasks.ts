import { expect } from '@playwright/test';
import type { ReferralDetail, TaskQueue, TaskQueueRow } from '@throughline/contracts';
import type { PersonApi } from './person-api.js';

interface Member {
  readonly firstName?: string;
  readonly medicaidId?: string;
}

let latest = 0;
/** A last name that no other member has, in any run. */
export function aLastName(kind: string): string {
  latest = Math.max(latest + 1, Date.now());
  return `${kind}${latest.toString(36)}`;
}

/**
 * Orders two items for each of these members of one last name. Returns their open tasks, which nobody has, in the order of the members: a
 * spec that took its tasks from the demo would share them with those that run beside it.
 */
export async function orderFor(
  { read, post }: PersonApi,
  lastName: string,
  members: readonly Member[],
): Promise<readonly TaskQueueRow[]> {
  const ids: string[] = [];
  for (const { firstName = 'Maria', medicaidId = `A${lastName}` } of members) {
    const order = { ...ORDER, memberInfo: { ...ORDER.memberInfo, lastName, firstName } };
    const insuranceInfo = { insuranceType: { medicaid: true }, medicaidId };
    ids.push(await post<string>('/referrals/create', { ...order, insuranceInfo }));
  }
  let rows: readonly TaskQueueRow[] = [];
  const find = async () => {
    ({ rows } = await read<TaskQueue>(`/tasks?tab=unassigned&search=${lastName}`));
    return rows.length;
  };
  await expect.poll(find).toBe(members.length);
  return ids.map((id) => rows.find(({ referralId }) => referralId === id)!);
}

const ORDER = {
  referralInfo: {
    lastName: 'Ruiz',
    firstName: 'Ana',
    email: 'ana.ruiz@clinic.example',
    phone: '6025550146',
    referralSource: 'Portal',
  },
  memberInfo: {
    DOB: '1990-02-03',
    gender: 'Female',
    phone: '6025550147',
    address1: '12 Saguaro Way',
    city: 'Phoenix',
    state: 'AZ',
    zip: '85004',
  },
  physicianInfo: {},
  items: [
    { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 },
    { itemCategory: 'Custom Item', item: 'Bath bench', qty: 1 },
  ],
};

/** An open task of several items, that nobody has. */
export async function aTask(api: PersonApi): Promise<TaskQueueRow> {
  const [row] = await orderFor(api, aLastName('Task'), [{}]);
  return row!;
}

/** The id of the referral's open task of this name, once the read models have it. */
export async function openTask({ read }: PersonApi, referralId: string, name: string): Promise<string> {
  const find = async () => {
    const { tasks } = await read<ReferralDetail>(`/referrals/referral/${referralId}`);
    return tasks.find(({ task, completedAt }) => task === name && completedAt === null)?.taskId;
  };
  await expect.poll(find).toBeDefined();
  return (await find())!;
}

/** How the screens name a task. */
export const labelOf = ({ task, memberLastName, memberFirstName }: TaskQueueRow): string =>
  `${task} of ${memberLastName}, ${memberFirstName}`;

/** The day so many days from now, as the API takes it. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** What the author of a hold saw of a task that was on none. */
export const NO_HOLD = { until: null, reason: null };
