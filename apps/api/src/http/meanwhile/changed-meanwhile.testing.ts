import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InquiryList } from '@throughline/contracts';
import {
  accountDecider,
  ITEMS_CORRECTED,
  type ItemsCorrected,
  itemTaskDecider,
  PLACE_ITEMS,
  placeItemsWhenOrderCorrected,
  type Recorded,
} from '@throughline/domain';
import { contextCausedBy, handleCommand, readState } from '@throughline/event-store';
import { anOrder, submitOrder } from '../../testing/an-order.js';
import { type Name, PEOPLE, startApi } from '../../testing/api-under-test.js';
import { type Answer, get, post } from '../../testing/call.js';
import { CHANGED, makeStaff2Admin, type SaysWhatWasSeen, WHEN } from '../../testing/race.js';
import { until } from '../../testing/until.js';

/*
 * Every command that says what its author saw, against a change of the same values that its author has not seen. `raced-routes.spec.ts` fails
 * without one of them, and nothing but a GET compiles without saying what becomes of it then (`meanwhile` of its route).
 */

export const api = await startApi();

afterAll(() => api.close());

beforeAll(() => makeStaff2Admin(api));

export const reason = 'As asked';

export const ofAccount = async () => {
  const { state } = await readState(api.engines.store, accountDecider, PEOPLE.colleague.userId);
  return accountDecider.valuesOf!(state, {} as never);
};

export const BANNER_OFF = { text: null, from: null, until: null };

export const NEWS = { from: '2026-01-01T00:00:00.000Z', until: '2199-01-01T00:00:00.000Z' };

/** Two conflicting requests, and the code with which the second one is refused. */
type OtherRace = () => Promise<readonly [first: Answer<unknown>, second: Answer<unknown>, code: string]>;

export type Races = { readonly [E in SaysWhatWasSeen]?: OtherRace };

export const staff = { as: 'staff' } as const;

export const admin = { as: 'admin' } as const;

export async function aReferral(): Promise<string> {
  const { body } = await submitOrder(api, anOrder(), { as: 'referrer' });
  await until(async () => (await get(api, `/referrals/referral/${body.data}`, staff)).status === 200);
  return body.data;
}

export async function aTask(): Promise<string> {
  const taskId = `${await aReferral()}-1`;
  await until(async () => (await get(api, `/tasks/${taskId}`, staff)).status === 200);
  return taskId;
}

export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** For an act whose author states a `seen` that never was: the refusal names nobody. */
export function saysNothingOfWho({ status, body }: Answer<unknown>) {
  expect(status).toBe(409);
  expect(JSON.stringify(body)).not.toMatch(/Park|Orr|Central Time/);
}

/** The messages of refusals that name no field. */
const REFUSED_WITH: Readonly<Record<string, RegExp>> = {
  'catalogue/compared-with-another': new RegExp(
    `^You activated another version on ${WHEN}\\. Compare the file with it first\\.$`,
  ),
  'referral/item-not-shipped': new RegExp(
    `^Shower chair has been taken back to Create Patient: by Dee Park on ${WHEN}\\. Nobody ships it\\.$`,
  ),
  'inquiry/settled-again': new RegExp(
    `^Dee Park (closed this message again on ${WHEN}\\. It stays so|answered this message on ${WHEN}, and it was reopened\\. Read the answer first)\\.$`,
  ),
  'item-task/put-on-hold': new RegExp(
    `^Gus Orr put this task on hold on ${WHEN}, until \\d\\d/\\d\\d/\\d{4}: “In hospital”\\.$`,
  ),
  // It says “you”, because a view belongs to one person.
  'account/view-changed': /^You have saved another view of this name meanwhile\.$/,
};

/** Each race of a table: the first request is done, and the second one is refused with who changed it, and when. */
export function raceOthers(races: Races): void {
  describe('What somebody changed meanwhile is not overwritten by', () => {
    it.each(Object.entries(races))('%s', async (_, race) => {
      const [first, second, code] = await race();
      expect(first.status).toBeLessThan(300);
      expect([second.status, second.body.code]).toEqual([409, code]);
      const refusal = REFUSED_WITH[code];
      if (refusal !== undefined) return expect(second.body.message).toMatch(refusal);
      expect(second.body.message).toMatch(
        /^(You|Dee Park|Gus Orr) changed the same on .* Central Time\. Nothing was saved\.$/,
      );
      const [words] = Object.values(second.body.errors ?? {});
      expect(words).toMatch(new RegExp(`^(You|Dee Park|Gus Orr) ${CHANGED} (from .* to .*|back to .*)\\.$`));
    });
  });
}

/** An order of two items, both in the task Create Patient. */
export async function twoItems() {
  const line = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };
  const order = anOrder({ items: [line, { ...line, item: 'Bath step' }] });
  const { data: id } = (await submitOrder(api, order, { as: 'referrer' })).body;
  await until(async () => (await get(api, `/tasks/${id}-1`, staff)).status === 200);
  const as = (who: Name) => ({
    stop: (n: number, itemId: number) =>
      post(api, `/tasks/${id}-${n}/stop`, { itemIds: [itemId], reason: 'Too wide' }, { as: who }),
    takeUp: (itemId: number) =>
      post(api, '/tasks/unstop-items', { referralId: id, itemIds: [itemId], reason }, { as: who }),
    move: (n: number, itemId: number, task: string) =>
      post(api, `/tasks/${id}-${n}/move`, { itemIds: [itemId], task, reason }, { as: who }),
    remove: (itemId: number, parentId = 0) => {
      const items = [{ id: itemId, deleted: true }];
      return post(api, `/items/update-referral-items/${id}`, { items, parentId }, { as: who });
    },
    record: (...itemIds: number[]) =>
      post(api, `/tasks/${id}-1/outcome`, { outcome: 'created', seen: { hold: null, itemIds } }, { as: who }),
  });
  /** Places the corrected items, like the worker. */
  const place = async () => {
    for await (const event of api.engines.store.readStream(`referral-${id}`)) {
      if (!(ITEMS_CORRECTED as readonly string[]).includes(event.type)) continue;
      const command = placeItemsWhenOrderCorrected(event as Recorded<ItemsCorrected>, null);
      const context = contextCausedBy(event, PLACE_ITEMS);
      await handleCommand(api.engines.store, { decider: itemTaskDecider, id, command, context });
    }
  };
  return { id, as, place };
}

export async function aMessage(): Promise<string> {
  const form = { lastName: 'Diaz', firstName: 'Rosa', email: 'rosa@example.com', subject: 'Bed', message: 'When?' };
  expect((await post(api, '/contact/create', form)).status).toBe(201);
  const open = async () => (await get<InquiryList>(api, '/messages', staff)).body.data.rows;
  await until(async () => (await open()).length > 0);
  return (await open()).at(-1)!.inquiryId;
}
