import { afterAll, beforeAll, expect } from '@jest/globals';
import { type InquiryList } from '@throughline/contracts';
import { accountDecider } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { actOnAccount } from '../../testing/act-on-account.js';
import { anOrder, submitOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../../testing/api-under-test.js';
import { get, post } from '../../testing/call.js';
import { until } from '../../testing/until.js';

/*
 * Acts whose effect is there already because somebody else was faster: they are refused, because their reason would be lost (decision
 * 0111).
 */

export const api = await startApi();

afterAll(() => api.close());

beforeAll(async () => {
  await actOnAccount(api, 'staff2', 'role', { admin: true, siteAdmin: false });
  await until(async () => (await get(api, '/users', { as: 'staff2' })).status === 200);
});

export const admin = { as: 'admin' } as const;

export const reason = 'As asked';

export const WHEN = '[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d [AP]M Central Time';

export const valuesOf = async (who: Name) => {
  const { state } = await readState(api.engines.store, accountDecider, PEOPLE[who].userId);
  return accountDecider.valuesOf?.(state, {} as never) as Readonly<Record<string, unknown>>;
};

export async function aMessage(): Promise<string> {
  const form = { lastName: 'Diaz', firstName: 'Rosa', email: 'rosa@example.com', subject: 'Bed', message: 'When?' };
  expect((await post(api, '/contact/create', form)).status).toBe(201);
  const open = async () => (await get<InquiryList>(api, '/messages', admin)).body.data.rows;
  await until(async () => (await open()).length > 0);
  return (await open()).at(-1)!.inquiryId;
}

export const LOOK_AGAIN = 'Nothing was done now\\. If it is still needed, do it again\\.';

export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const caseOf = (taskId: string) => taskId.replace(/-1$/, '');

export async function aTask(): Promise<string> {
  const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
  const taskId = `${body.data}-1`;
  await until(async () => (await get(api, `/tasks/${taskId}`, admin)).status === 200);
  return taskId;
}

export async function twoItems(): Promise<string> {
  const line = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };
  const order = anOrder({ items: [line, { ...line, item: 'Bath step' }] });
  const { data: id } = (await submitOrder(api, order, { as: 'referrer' })).body;
  await until(async () => (await get(api, `/tasks/${id}-1`, admin)).status === 200);
  return id;
}
