import { describe, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import type { Answer } from '../testing/browser.js';
import { PASSWORD, runIdentity, RunningIdentity } from '../testing/running-identity.js';
import { addressSubject, takeBackAttempt } from './sign-in-attempt.js';

const identity = runIdentity();

const told = ({ status, body }: Answer) => [status, body.errorCode ?? body.status, body.errorSummary];
const FAILED = [401, 'E0000004', 'Authentication failed'];
const TOO_EARLY = [429, 'E0000047', 'API call exceeded rate limit due to too many requests.'];

/** Fails that often for the account, waiting out the delays, each time from another address. */
async function fail(login: string, times: number) {
  for (let time = 0; time < times; time++) {
    await identity.browser().signIn(login, 'Wr0ng-password!', `198.51.100.${time}`);
    identity.pass({ seconds: 61 });
  }
}

describe('Signing in', () => {
  it('answers SUCCESS with a session token for five minutes', async () => {
    const id = await identity.addUser('ok@plan.example');
    const { status, body } = await identity.browser().signIn('ok@plan.example', PASSWORD);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'SUCCESS',
      expiresAt: new Date(identity.provider.now().getTime() + 300_000).toISOString(),
      _embedded: { user: { id, profile: { login: 'ok@plan.example', firstName: 'Rosa', lastName: 'Ngata' } } },
    });
    expect(body.sessionToken).toEqual(expect.any(String));
    expect(body.stateToken).toBeUndefined();
  });

  it('takes one password typed in two ways as the same', async () => {
    await identity.addUser('accent@plan.example', 'Caf\u00e9-au-lait1!');
    expect((await identity.browser().signIn('accent@plan.example', 'Cafe\u0301-au-lait1!')).status).toBe(200);
  });

  it('answers alike, after the same work, for a wrong password and for nobody', async () => {
    await identity.addUser('somebody@plan.example');
    const verify = jest.spyOn(identity.provider.passwords, 'verify');
    expect(told(await identity.browser().signIn('somebody@plan.example', 'Wr0ng-password!'))).toEqual(FAILED);
    expect(told(await identity.browser().signIn('nobody@plan.example', 'Wr0ng-password!'))).toEqual(FAILED);
    expect(verify.mock.calls.map(([stored]) => typeof stored)).toEqual(['string', 'undefined']);
    verify.mockRestore();
  });

  it('refuses a request without credentials, and one that goes on with a transaction there is not', async () => {
    const browser = identity.browser();
    const send = async (json: unknown) => told(await browser.request('POST', '/api/v1/authn', { json }));
    expect((await send({ username: 'ok@plan.example' })).slice(0, 2)).toEqual([400, 'E0000001']);
    expect(await send({ stateToken: 'x' })).toEqual([401, 'E0000011', 'Invalid token provided']);
    expect(await send({ token: 'x' })).toEqual([401, 'E0000011', 'Invalid token provided']);
  });
});

describe('Failing to sign in', () => {
  it('makes the account wait from the fifth time on, also with the right password', async () => {
    await identity.addUser('slow@plan.example');
    await fail('slow@plan.example', 4);
    const fifth = await identity.browser().signIn('slow@plan.example', 'Wr0ng-password!');
    expect(told(fifth)).toEqual(FAILED);
    const early = await identity.browser().signIn('slow@plan.example', PASSWORD);
    expect(told(early)).toEqual(TOO_EARLY);
    expect(early.headers.get('retry-after')).toBe('1');
    identity.pass({ seconds: 1 });
    expect((await identity.browser().signIn('slow@plan.example', PASSWORD)).status).toBe(200);
  });

  it('makes an account wait that does not exist', async () => {
    await fail('nobody.at.all@plan.example', 4);
    await identity.browser().signIn('nobody.at.all@plan.example', 'Wr0ng-password!');
    expect(told(await identity.browser().signIn('nobody.at.all@plan.example', 'x'))).toEqual(TOO_EARLY);
  });

  it('is forgotten by a success', async () => {
    await identity.addUser('again@plan.example');
    await fail('again@plan.example', 4);
    expect((await identity.browser().signIn('again@plan.example', PASSWORD)).status).toBe(200);
    await identity.browser().signIn('again@plan.example', 'Wr0ng-password!');
    expect((await identity.browser().signIn('again@plan.example', PASSWORD)).status).toBe(200);
  });

  it('counts tries at the same time before it looks at any password', async () => {
    await identity.addUser('burst@plan.example');
    const verify = jest.spyOn(identity.provider.passwords, 'verify');
    const burst = Array.from({ length: 12 }, () => identity.browser().signIn('burst@plan.example', 'Wr0ng-password!'));
    const codes = (await Promise.all(burst)).map(({ status }) => status).sort();
    expect(codes).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
    expect(verify).toHaveBeenCalledTimes(5);
    verify.mockRestore();
  });

  it('is counted together by two processes of the provider', async () => {
    await identity.addUser('nodes@plan.example');
    const second = new RunningIdentity();
    await second.start(identity);
    const tries = [identity, second, identity, second, identity, second, identity];
    const codes: number[] = [];
    for (const node of tries) codes.push((await node.browser().signIn('nodes@plan.example', 'Wr0ng-password!')).status);
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429]);
    await second.close();
  });

  it('makes an address wait that tries many accounts', async () => {
    const address = '192.0.2.99';
    for (let account = 0; account < 51; account++) {
      await identity.browser().signIn(`guess${account}@plan.example`, 'Wr0ng-password!', address);
    }
    expect(told(await identity.browser().signIn('ok@plan.example', PASSWORD, address))).toEqual(TOO_EARLY);
    expect((await identity.browser().signIn('ok@plan.example', PASSWORD, '192.0.2.100')).status).toBe(200);
  });

  it('locks the account at the tenth time, and tells that only to who has the password', async () => {
    await identity.addUser('locked@plan.example');
    await fail('locked@plan.example', 10);
    expect(told(await identity.browser().signIn('locked@plan.example', 'Wr0ng-password!'))).toEqual(FAILED);
    identity.pass({ seconds: 60 });
    const locked = await identity.browser().signIn('locked@plan.example', PASSWORD);
    expect(locked.body).toEqual({ status: 'LOCKED_OUT', _links: {} });
    identity.pass({ minutes: 15 });
    expect((await identity.browser().signIn('locked@plan.example', PASSWORD)).body.status).toBe('SUCCESS');
  });
});

describe('People behind one address', () => {
  const address = '192.0.2.20';
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      identity.provider.db,
    );
    return rows.length;
  };

  it('sign in at the same moment as one of them whose try is being taken back', async () => {
    const logins = ['here@plan.example', 'there@plan.example'];
    for (const login of logins) await identity.addUser(login);
    await identity.browser().signIn('third@plan.example', 'Wr0ng-password!', address);
    const subject = addressSubject(address);
    const answers = await identity.provider.db.transaction().execute(async (db) => {
      await db.selectFrom('sign_in_attempt').where('subject', '=', subject).selectAll().forUpdate().execute();
      const started = logins.map((login) => identity.browser().signIn(login, PASSWORD, address));
      while ((await waiting()) < started.length); // They have asked what time it is, and wait for the row.
      identity.pass({ seconds: 1 });
      await takeBackAttempt({ ...identity.provider, db }, subject);
      return started;
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('Signing in, in the log', () => {
  it('leaves the route and status, and nothing personal', async () => {
    await identity.addUser('private@plan.example');
    await identity.browser().signInForTokens('private@plan.example', PASSWORD);
    const lines = identity.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(expect.objectContaining({ method: 'POST', route: '/api/v1/authn', status: 200 }));
    expect(lines).toContainEqual(expect.objectContaining({ route: '/oauth2/default/v1/authorize', status: 200 }));
    const all = identity.logged.join('');
    for (const secret of ['private@', PASSWORD, 'sessionToken', 'code=', 'Ngata', '203.0.113']) {
      expect(all).not.toContain(secret);
    }
  });
});
