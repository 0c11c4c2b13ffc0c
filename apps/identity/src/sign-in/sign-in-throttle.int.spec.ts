import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Answer, Browser } from '../testing/browser.js';
import { PASSWORD, runIdentity, RunningIdentity } from '../testing/running-identity.js';

const identity = runIdentity();

const WRONG = 'Wr0ng-password!';
const HOME = '198.51.100.1';
const ELSEWHERE = '198.51.100.2';

afterEach(() => void jest.restoreAllMocks());

const told = ({ status, body }: Answer) => [status, body.errorCode ?? body.status];
const wrongly = (login: string, address = HOME, browser = identity.browser()) => browser.signIn(login, WRONG, address);
const rightly = (login: string, address = HOME, browser = identity.browser()) =>
  browser.signIn(login, PASSWORD, address);

/** Types a wrong password that often, one after the other. Says how long that took, in seconds. */
async function typeWrongly(login: string, times: number, address = HOME, browser?: Browser): Promise<number> {
  let seconds = 0;
  for (let time = 0; time < times; time++) seconds += await identity.secondsUntil(wrongly(login, address, browser));
  return seconds;
}

describe('The answer to a wrong password', () => {
  it('is delayed from the fifth on, twice as long each time, up to half a minute', async () => {
    const waits: number[] = [];
    for (let time = 0; time < 12; time++) waits.push(await typeWrongly('slow@plan.example', 1));
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('is delayed as long for an account that does not exist', async () => {
    expect(await typeWrongly('nobody.at.all@plan.example', 7)).toBe(1 + 2 + 4);
  });

  it('is not delayed after its owner has signed in', async () => {
    await identity.addUser('again@plan.example');
    await typeWrongly('again@plan.example', 5);
    expect(told(await rightly('again@plan.example'))).toEqual([200, 'SUCCESS']);
    expect(await typeWrongly('again@plan.example', 4)).toBe(0);
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
    await typeWrongly('gone@plan.example', 6);
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
        await typeWrongly(login, 1, address);
        identity.pass({ seconds: 30 });
      }
      expect(told(await rightly(login, HOME))).toEqual([200, 'SUCCESS']);
    }
  });

  it('is taken at once at an address where it was used before, however many other addresses guess', async () => {
    await identity.addUser('office@plan.example');
    await rightly('office@plan.example', HOME);
    for (let guesser = 1; guesser < 40; guesser++) await typeWrongly('office@plan.example', 1, `192.0.2.${guesser}`);
    expect(told(await rightly('office@plan.example', HOME))).toEqual([200, 'SUCCESS']);
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
    const mistyped = logins.slice(0, 50).map((login) => wrongly(login, office));
    const answers = logins.map((login) => rightly(login, office));
    // The clock stands still: nobody waits for anything but a free processor.
    await Promise.all(mistyped);
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  }, 60_000);

  it('receive their results while one of them tries a password for every account', async () => {
    const office = '192.0.2.201';
    await identity.addUser('regular@plan.example');
    await rightly('regular@plan.example', office);
    await identity.addUser('first.time.here@plan.example');
    for (let n = 0; n < 100; n++) await wrongly(`guess${n}@plan.example`, office);
    expect(told(await wrongly('guess100@plan.example', office))).toEqual([429, 'E0000047']);
    expect(told(await rightly('regular@plan.example', office))).toEqual([200, 'SUCCESS']);
    expect(told(await rightly('first.time.here@plan.example', office))).toEqual([429, 'E0000047']);
    identity.pass({ seconds: 1 });
    expect(told(await rightly('first.time.here@plan.example', office))).toEqual([200, 'SUCCESS']);
  }, 60_000);
});

describe('One account', () => {
  it('is signed in to fifty times at once', async () => {
    await identity.addUser('popular@plan.example');
    const answers = Array.from({ length: 50 }, () => rightly('popular@plan.example'));
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  }, 60_000);
});

describe('A browser in which ten attempts failed', () => {
  it('is locked for a quarter of an hour, which only the right password reveals; others are not locked', async () => {
    await identity.addUser('locked@plan.example');
    const browser = identity.browser();
    await typeWrongly('locked@plan.example', 11, HOME, browser);
    const wrong = wrongly('locked@plan.example', HOME, browser);
    await identity.secondsUntil(wrong);
    expect(told(await wrong)).toEqual([401, 'E0000004']);
    expect((await rightly('locked@plan.example', HOME, browser)).body).toEqual({ status: 'LOCKED_OUT', _links: {} });
    expect(told(await rightly('locked@plan.example', ELSEWHERE))).toEqual([200, 'SUCCESS']);
    identity.pass({ minutes: 15 });
    expect(told(await rightly('locked@plan.example', HOME, browser))).toEqual([200, 'SUCCESS']);
  });
});

describe('A clock that was set back', () => {
  it('locks nobody for longer', async () => {
    await identity.addUser('clock@plan.example');
    const browser = identity.browser();
    await typeWrongly('clock@plan.example', 11, HOME, browser);
    identity.pass({ hours: -1 });
    expect(told(await rightly('clock@plan.example', HOME, browser))).toEqual([200, 'SUCCESS']);
    identity.pass({ hours: 1 });
  });
});
