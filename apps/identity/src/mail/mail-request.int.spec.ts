import { once } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import { startProvider } from '../testing/provider-process.js';
import { PASSWORD, runIdentity } from '../testing/running-identity.js';

const identity = runIdentity();

const RESET = '/api/v1/authn/recovery/password';
const waiting = () => identity.provider.db.selectFrom('outgoing_mail').selectAll().execute();
const mailsTo = async (login: string) => (await identity.messages()).filter(({ to }) => to === login).length;

/** What somebody who can read the table, or its size, sees of a row. */
const visible = async () =>
  (await waiting()).map(({ kind, attempts, sealed_mail }) => [kind, attempts, sealed_mail.length]);

describe('A request for a mail', () => {
  it('is answered although the process that took it was killed with its answer', async () => {
    const logins = Array.from({ length: 20 }, (_, n) => `killed-${n}@plan.example`);
    for (const login of logins) await identity.addUser(login);
    const { provider, ask } = await startProvider(identity.databaseUrl);
    await once(provider, 'message');
    const answers = await Promise.all(logins.map((username) => ask('POST', RESET, { username })));
    provider.kill('SIGKILL');
    await once(provider, 'exit');
    expect(answers.map(({ status }) => status)).toEqual(logins.map(() => 200));
    // The mails that the process had claimed are due again after a minute.
    identity.pass({ minutes: 2 });
    for (const login of logins) expect(await mailsTo(login)).toBeGreaterThan(0);
  });

  it('to reset a password is stored alike for an account and for none, before it is answered', async () => {
    await identity.addUser('known-1@plan.example');
    const rows: unknown[] = [];
    for (const username of ['known-1@plan.example', 'absent1@plan.example']) {
      const { status } = await identity.browser().request('POST', RESET, { json: { username } });
      rows.push([status, await visible()]);
      await identity.messages();
      expect(await waiting()).toEqual([]);
    }
    expect(rows[0]).toEqual([200, [['recovery-request', 0, expect.any(Number)]]]);
    expect(rows[1]).toEqual(rows[0]);
    expect(await mailsTo('known-1@plan.example')).toBe(1);
    expect(await mailsTo('absent1@plan.example')).toBe(0);
  });

  it('after too many wrong passwords is stored for a right and for a wrong one, and wrong ones displace no right one', async () => {
    const login = 'withheld@plan.example';
    await identity.addUser(login);
    const guess = () => identity.browser().signIn(login, 'Wr0ng-password!');
    const verify = jest.spyOn(identity.provider.passwords, 'verify').mockResolvedValue(false);
    // The clock stands still, so the answers to wrong passwords are delayed for good; attempts whose outcome is not disclosed are answered.
    const guesses = Array.from({ length: 104 }, guess);
    await Promise.any(guesses.map(async (answer) => expect((await answer).status).toBe(429)));
    verify.mockRestore();
    await identity.messages();
    for (let n = 0; n < 15; n++) expect((await guess()).status).toBe(429);
    const wrong = await waiting();
    expect(new Set(wrong.map(({ kind }) => kind))).toEqual(new Set(['browser-link-request']));
    expect((await identity.browser().signIn(login, PASSWORD)).status).toBe(429);
    expect(await waiting()).toHaveLength(wrong.length + 1);
    expect(await mailsTo(login)).toBe(1);
    expect(await waiting()).toEqual([]);
    await identity.secondsUntil(Promise.all(guesses));
  });
});
