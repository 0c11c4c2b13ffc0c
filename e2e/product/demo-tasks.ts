import { expect } from '@playwright/test';
import type { ReferralDetail, TaskQueue, TaskQueueRow } from '@throughline/contracts';
import type { PersonApi } from './person-api.js';

/** An open task of the demo with several items, that nobody has. */
export async function aTask({ read }: PersonApi): Promise<TaskQueueRow> {
  const { rows } = await read<TaskQueue>('/tasks?tab=unassigned&task=Create+Patient&pageSize=100');
  const row = rows.find(({ items }) => items.length > 1);
  expect(row, 'a task of the demo with several items').toBeDefined();
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
