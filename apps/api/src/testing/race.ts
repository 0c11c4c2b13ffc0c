import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Endpoint, type RequestOf, requestLineOf, type RouteAt } from '@throughline/contracts';
import { isSame } from '@throughline/domain';
import { actOnAccount } from './act-on-account.js';
import type { ApiUnderTest, Name } from './api-under-test.js';
import { type Answer, get, post } from './call.js';
import { until } from './until.js';

/* Two administrators who change the same at once (decision 0101). */

export type SaysWhatWasSeen = {
  [E in Endpoint]: RouteAt<E> extends { readonly meanwhile: 'seen' } ? E : never;
}[Endpoint];

export interface Race<E extends SaysWhatWasSeen> {
  readonly as?: Name;
  /** What both screens show. */
  readonly old: RequestOf<E>;
  /** What is changed first, and then by somebody whose screen is as old. */
  readonly first: object;
  readonly second: object;
  /** By field, the message to the second person. Null: both changes are kept, because they are of a list. */
  readonly reported: Readonly<Record<string, string>> | null;
  /** The values in the log after both. */
  readonly then: object;
  /** What can be changed from the old screen all the same, because it is of another field. */
  readonly apart?: object;
  readonly values: () => Promise<object>;
  /** Makes the values what both screens show, where the act itself cannot. Resolves with the status. */
  readonly back?: () => Promise<number>;
}

export const WHEN = '[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d [AP]M Central Time';
export const CHANGED = `changed this on ${WHEN}`;
export const WHO_AND_WHEN = `Gus Orr ${CHANGED}`;

/** A request that was refused is refused for good, and says the second time nothing that is not kept: no name, no moment, no text (decision 161). */
export function expectSameRefusal(again: Answer<unknown>, refused: Answer<unknown>): void {
  expect(again).toMatchObject({ status: 409, body: { code: refused.body.code } });
  expect(again.body.message).not.toMatch(new RegExp(`Gus Orr|Dee Park|Eli Vance|“|${WHEN}`));
  expect(again.body.errors).toBeUndefined();
}

/** The second administrator of the races. */
export async function makeStaff2Admin(api: ApiUnderTest): Promise<void> {
  await actOnAccount(api, 'staff2', 'role', { admin: true, siteAdmin: false });
  await until(async () => (await get(api, '/users', { as: 'staff2' })).status === 200);
}

/**
 * Races `admin` and `staff2`, who is an administrator as well (`makeStaff2Admin`), for each route whose body has `seen`. `before`: makes the premises of
 * the second race of each as they were at first.
 */
export function raceEach(
  api: ApiUnderTest,
  races: { readonly [E in SaysWhatWasSeen]?: () => Promise<Race<E>> },
  before?: () => Promise<unknown>,
): void {
  describe('What somebody changed meanwhile is not overwritten by', () => {
    it.each(Object.entries(races))('%s', async (endpoint, prepare) => {
      const { old, first, second, reported, then, apart, values } = (await prepare()) as Race<SaysWhatWasSeen>;
      const { body } = old as { readonly body: object };
      const { path } = requestLineOf(endpoint as Endpoint, old as never);
      const act = (change: object, as: Name, key = randomUUID()) =>
        post(api, path, { ...body, ...change }, { as, key });
      expect((await act(first, 'admin')).status).toBe(200);
      const key = randomUUID();
      const answer = await act(second, 'staff2', key);
      if (reported === null) expect(answer.status).toBe(200);
      else {
        expect(answer.status).toBe(409);
        expect(answer.body.code).toMatch(/\/changed-meanwhile$/);
        expect(answer.body.message).toMatch(/^Gus Orr changed the same on .* Central Time\. Nothing was saved\.$/);
        const errors = Object.entries(reported).map(([field, words]) => [
          field,
          expect.stringMatching(new RegExp(`^${WHO_AND_WHEN} ${words.replaceAll(/[()]/g, '\\$&')}\\.$`)),
        ]);
        expect(answer.body.errors).toEqual(Object.fromEntries(errors));
        expect(await values()).toMatchObject(first);
        expectSameRefusal(await act(second, 'staff2', key), answer);
      }
      if (apart) expect((await act(apart, 'staff2')).status).toBe(200);
      expect(await values()).toMatchObject(then);
      const { seen } = body as { readonly seen: object };
      const now = (await values()) as Readonly<Record<string, unknown>>;
      const fresh = Object.fromEntries(Object.keys(seen).map((name) => [name, now[name]]));
      const again = Object.entries({ ...fresh, ...second }).filter(([name]) => name in body);
      expect((await act({ ...Object.fromEntries(again), seen: fresh }, 'staff2')).status).toBe(200);
      expect(await values()).toMatchObject(second);
    });

    it.each(Object.entries(races))('%s, nor what somebody changed and changed back', async (endpoint, prepare) => {
      await before?.();
      const { old, first, second, reported, apart, values, back } = (await prepare()) as Race<SaysWhatWasSeen>;
      const { body } = old as { readonly body: { readonly seen: object } };
      const { path } = requestLineOf(endpoint as Endpoint, old as never);
      const act = (change: object, as: Name = 'admin') => post(api, path, { ...body, ...change }, { as });
      const presentOf = async (names: object) => {
        const present = (await values()) as Readonly<Record<string, unknown>>;
        return Object.fromEntries(Object.keys(names).map((name) => [name, present[name]]));
      };
      const makeOld = back ?? (async () => (await act({ seen: await presentOf(body.seen) })).status);
      const isUntouched = isSame(await values(), {});
      if (!isUntouched) expect(await makeOld()).toBe(200);
      // Other races have left the premises otherwise.
      const seen = isUntouched ? body.seen : await presentOf(body.seen);

      const position = await api.engines.store.head();
      expect((await act({ ...first, seen })).status).toBe(200);
      expect(await makeOld()).toBe(200);
      expect(await presentOf(seen)).toEqual(seen);
      if (apart) expect((await act({ ...apart, seen: { ...seen, position } }, 'staff2')).status).toBe(200);
      // The author of a list may have changed one entry while others changed other entries.
      const wanted = reported === null ? first : second;
      const refused = await act({ ...wanted, seen: { ...seen, position } }, 'staff2');
      expect([refused.status, refused.body.code]).toEqual([409, expect.stringMatching(/\/changed-meanwhile$/)]);
      expect(refused.body.message).toMatch(/^Gus Orr changed the same on .* Central Time\. Nothing was saved\.$/);
      expect(refused.body.errors?.[Object.keys(first)[0]!]).toMatch(new RegExp(`^${WHO_AND_WHEN} `));
      // An author who looks again has seen the change.
      const again = { ...wanted, seen: { ...(await presentOf(seen)), position: await api.engines.store.head() } };
      expect((await act(again, 'staff2')).status).toBe(200);
    });
  });
}
