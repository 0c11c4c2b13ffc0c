import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { isActive } from '@throughline/domain';
import { IdempotencyKeys } from '../../command/idempotency-keys.js';
import { CurrentAccounts } from '../../identity/current-accounts.js';
import { actOnAccount } from '../../testing/act-on-account.js';
import { type Name, PEOPLE, startApi } from '../../testing/api-under-test.js';
import { post } from '../../testing/call.js';
import { until } from '../../testing/until.js';
import { FairShare, MAX_RUNNING } from './fair-share.js';

const api = await startApi();
afterAll(() => api.close());
// Spied on, because a request of that person would have to wait as well.
const accounts = api.app.get(CurrentAccounts, { strict: false });

const saveView = (as: Name, name: string) =>
  post(api, '/users/user/views', { screen: 'queue', name, search: 'state=AZ', seen: { search: null } }, { as });

/** The names of the person's saved views in the log. */
async function savedBy(who: Name): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { type, data, metadata } of api.engines.store.readAll({ after: 0 })) {
    if (type === 'ViewSaved' && metadata.actor.userId === PEOPLE[who].userId)
      names.push((data as { name: string }).name);
  }
  return names.toSorted();
}

/** Sends as many commands of the person as may run at once, which run until `release`, and one more, which waits. */
async function fillShare(who: Name) {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { once } = IdempotencyKeys.prototype;
  const begun = jest.spyOn(IdempotencyKeys.prototype, 'once').mockImplementation(async function (
    this: IdempotencyKeys,
    ...command
  ) {
    await released;
    return once.apply(this, command) as never;
  });
  const names = Array.from({ length: MAX_RUNNING }, (_, index) => `begun ${index}`);
  const running = names.map((name) => saveView(who, name));
  await until(() => begun.mock.calls.length === MAX_RUNNING);
  const arrived = jest.spyOn(FairShare.prototype, 'intercept');
  const waiting = saveView(who, 'waited');
  await until(() => arrived.mock.calls.length === 1);
  begun.mockRestore();
  return { names, running, waiting, release };
}

/* The same rule as for a slow upload (slow-uploads.int.spec.ts). */
describe('A command that waits for its turn', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('is refused when its author was deactivated meanwhile', async () => {
    const { names, running, waiting, release } = await fillShare('staff2');
    expect((await actOnAccount(api, 'staff2', 'deactivate')).status).toBe(200);
    await until(async () => !isActive((await accounts.find(PEOPLE.staff2.userId)).account!));
    release();
    expect((await waiting).body.code).toBe('identity/deactivated');
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(await savedBy('staff2')).toEqual(names);
  });

  it('is carried out in its turn when nothing has changed', async () => {
    const { names, running, waiting, release } = await fillShare('staff');
    release();
    expect((await waiting).status).toBe(200);
    await Promise.all(running);
    expect(await savedBy('staff')).toEqual([...names, 'waited']);
  });

  it('is never carried out once it was answered as an outage; what had begun is', async () => {
    const { names, running, waiting, release } = await fillShare('ops');
    const answers = await Promise.all([waiting, ...running]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    release();
    await until(async () => (await savedBy('ops')).length === MAX_RUNNING);
    expect((await saveView('ops', 'later')).status).toBe(200);
    expect(await savedBy('ops')).toEqual([...names, 'later']);
  });
});
