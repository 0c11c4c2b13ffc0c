import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Answer, Browser } from '../testing/browser.js';
import { PASSWORD, runIdentity, RunningIdentity } from '../testing/running-identity.js';

const identity = runIdentity();

const WRONG = 'Wr0ng-password!';
const HOME = '198.51.100.1';
const ELSEWHERE = '198.51.100.2';

afterEach(() => void jest.restoreAllMocks());

const outcomeOf = ({ status, body }: Answer) => [status, body.errorCode ?? body.status];
const withWrongPassword = (login: string, address = HOME, browser = identity.browser()) =>
  browser.signIn(login, WRONG, address);
const withRightPassword = (login: string, address = HOME, browser = identity.browser()) =>
  browser.signIn(login, PASSWORD, address);

/** Tries a wrong password `times` times, one after another. Returns how long that took, in seconds. */
async function tryWrongPasswords(login: string, times: number, address = HOME, browser?: Browser): Promise<number> {
  let seconds = 0;
  for (let time = 0; time < times; time++)
    seconds += await identity.secondsUntil(withWrongPassword(login, address, browser));
  return seconds;
}

describe('The answer to a wrong password', () => {
  it('is delayed from the fifth on, twice as long each time, up to half a minute', async () => {
    const waits: number[] = [];
    for (let time = 0; time < 12; time++) waits.push(await tryWrongPasswords('slow@plan.example', 1));
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('is delayed as long for an account that does not exist', async () => {
    expect(await tryWrongPasswords('nobody.at.all@plan.example', 7)).toBe(1 + 2 + 4);
  });

  it('is not delayed after its owner has signed in', async () => {
    await identity.addUser('again@plan.example');
    await tryWrongPasswords('again@plan.example', 5);
    expect(outcomeOf(await withRightPassword('again@plan.example'))).toEqual([200, 'SUCCESS']);
    expect(await tryWrongPasswords('again@plan.example', 4)).toBe(0);
  });

  it('is delayed by what two processes of the provider have counted together', async () => {
    const second = new RunningIdentity();
    await second.start(identity);
    for (const node of [identity, second, identity, second])
      await node.browser().signIn('nodes@plan.example', WRONG, HOME);
    const fifth = second.browser().signIn('nodes@plan.example', WRONG, HOME);
    expect(await second.secondsUntil(fifth)).toBe(1);
    await second.close();
  });

  it('is no longer delayed when its connection is closed', async () => {
    await tryWrongPasswords('gone@plan.example', 6);
    const closing = new AbortController();
    const left = identity.browser().request('POST', '/api/v1/authn', {
      json: { username: 'gone@plan.example', password: WRONG },
      headers: { 'x-forwarded-for': HOME },
      signal: closing.signal,
    });
    await identity.somebodyWaits();
    closing.abort();
    await expect(left).rejects.toThrow();
    while (identity.provider.signIns.delayedAnswers.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});

describe('The right password', () => {
  it.each([
    ['from another address', 'away@plan.example', ELSEWHERE],
    ['from the same address', 'near@plan.example', HOME],
  ])('is taken at once while somebody types a wrong one every minute %s', async (_case, login, address) => {
    await identity.addUser(login);
    for (let hour = 0; hour < 2; hour++) {
      for (let minute = 0; minute < 60; minute++) {
        await tryWrongPasswords(login, 1, address);
        identity.pass({ seconds: 30 });
      }
      expect(outcomeOf(await withRightPassword(login, HOME))).toEqual([200, 'SUCCESS']);
    }
  });

  it('is taken at once at an address where it was used before, however many other addresses guess', async () => {
    await identity.addUser('office@plan.example');
    await withRightPassword('office@plan.example', HOME);
    for (let guesser = 1; guesser < 40; guesser++)
      await tryWrongPasswords('office@plan.example', 1, `192.0.2.${guesser}`);
    expect(outcomeOf(await withRightPassword('office@plan.example', HOME))).toEqual([200, 'SUCCESS']);
  });
});

describe('People behind one address', () => {
  it('sign in, two hundred within a minute, at once, while some mistype', async () => {
    const office = '192.0.2.200';
    const logins = Array.from({ length: 200 }, (_, n) => `person${n}@plan.example`);
    const passwords = identity.provider.passwords;
    const hash = await passwords.hash(PASSWORD);
    const hashing = jest.spyOn(passwords, 'hash').mockResolvedValue(hash);
    for (const login of logins) await identity.addUser(login);
    hashing.mockRestore();
    const mistyped = logins.slice(0, 50).map((login) => withWrongPassword(login, office));
    const answers = logins.map((login) => withRightPassword(login, office));
    // The clock stands still, so requests wait only for a free processor.
    await Promise.all(mistyped);
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('receive their results while one of them tries a password for every account', async () => {
    const office = '192.0.2.201';
    await identity.addUser('regular@plan.example');
    await withRightPassword('regular@plan.example', office);
    await identity.addUser('first.time.here@plan.example');
    for (let n = 0; n < 100; n++) await withWrongPassword(`guess${n}@plan.example`, office);
    expect(outcomeOf(await withWrongPassword('guess100@plan.example', office))).toEqual([429, 'E0000047']);
    expect(outcomeOf(await withRightPassword('regular@plan.example', office))).toEqual([200, 'SUCCESS']);
    expect(outcomeOf(await withRightPassword('first.time.here@plan.example', office))).toEqual([429, 'E0000047']);
    identity.pass({ seconds: 1 });
    expect(outcomeOf(await withRightPassword('first.time.here@plan.example', office))).toEqual([200, 'SUCCESS']);
  });
});

describe('One account', () => {
  it('is signed in to fifty times at once', async () => {
    await identity.addUser('popular@plan.example');
    const answers = Array.from({ length: 50 }, () => withRightPassword('popular@plan.example'));
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('A browser in which ten attempts failed', () => {
  it('is locked for a quarter of an hour, which only the right password reveals; others are not locked', async () => {
    await identity.addUser('locked@plan.example');
    const browser = identity.browser();
    await tryWrongPasswords('locked@plan.example', 9, HOME, browser);
    const tenth = withWrongPassword('locked@plan.example', HOME, browser);
    await identity.secondsUntil(tenth);
    expect(outcomeOf(await tenth)).toEqual([401, 'E0000004']);
    expect((await withRightPassword('locked@plan.example', HOME, browser)).body).toEqual({
      status: 'LOCKED_OUT',
      _links: { next: expect.objectContaining({ name: 'unlock' }) },
    });
    expect(outcomeOf(await withRightPassword('locked@plan.example', ELSEWHERE))).toEqual([200, 'SUCCESS']);
    identity.pass({ minutes: 15 });
    expect(outcomeOf(await withRightPassword('locked@plan.example', HOME, browser))).toEqual([200, 'SUCCESS']);
  });
});

describe('A clock that was set back', () => {
  it('locks nobody for longer', async () => {
    await identity.addUser('clock@plan.example');
    const browser = identity.browser();
    await tryWrongPasswords('clock@plan.example', 10, HOME, browser);
    identity.pass({ hours: -1 });
    expect(outcomeOf(await withRightPassword('clock@plan.example', HOME, browser))).toEqual([200, 'SUCCESS']);
    identity.pass({ hours: 1 });
  });
});
