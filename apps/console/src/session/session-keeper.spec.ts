import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Renewal } from './renewal.js';
import { steadyClock } from '../api/server-time.js';
import { tokenLife } from './session-expiry.js';
import { keepSession } from './session-keeper.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A person with a token of an hour. `answers`: what each renewal leads to, then the last one again. */
function signedIn(...answers: (Renewal | 'never')[]) {
  let expiresAt = 3600 * SECOND;
  let change = () => {};
  const log: string[] = [];
  const clock = () => `${Math.round(Date.now() / SECOND)} s`;
  const renewed = () => (expiresAt = Date.now() + 3600 * SECOND);
  const now = steadyClock();
  const keeper = keepSession({
    now,
    secondsLeft: tokenLife(() => ({ accessToken: { expiresAt: expiresAt / SECOND } }), now),
    renew: async () => {
      await Promise.resolve();
      if (answers[0] === 'never')
        return new Promise<Renewal>((resolve) => setTimeout(() => resolve('failed'), 15 * SECOND));
      const answer = ((answers.length > 1 ? answers.shift() : answers[0]) ?? 'renewed') as Renewal;
      log.push(`${clock()}: ${answer}`);
      if (answer === 'renewed') renewed();
      return answer;
    },
    isReachable: () => new Promise((resolve) => setTimeout(() => resolve(answers[0] !== 'never'), 3 * SECOND)),
    warn: (endsAt) => log.push(`${clock()}: ${endsAt === null ? 'no warning' : `warning until ${endsAt / SECOND} s`}`),
    end: () => log.push(`${clock()}: signed out`),
    lose: () => log.push(`${clock()}: lost`),
    onChange: (look) => {
      change = look;
      return () => (change = () => {});
    },
  });
  return {
    log,
    keeper,
    /** Another tab has new tokens. */
    renewElsewhere: () => void (renewed(), change()),
    /** The lid is closed: the clock goes on, and no timer fires. */
    sleep: (ms: number) => void jest.setSystemTime(Date.now() + ms),
    wake: () => change(),
    /** Somebody sets the clock of the computer, and no timer notices. */
    setClock: (ms: number) => void jest.setSystemTime(Date.now() + ms),
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
  };
}

describe('A session', () => {
  beforeEach(() => void jest.useFakeTimers({ now: 0 }));
  afterEach(() => void jest.useRealTimers());

  it('says within seconds that it was not extended, where nothing can be reached', async () => {
    const { keeper, pass } = signedIn('never');
    let answer: boolean | null = null;
    void keeper.stay().then((kept) => (answer = kept));
    await pass(2 * SECOND);
    expect(answer).toBeNull();
    await pass(SECOND);
    expect(answer).toBe(false);
  });

  it('is renewed at the first check with 1800 seconds or fewer left, each time', async () => {
    const { log, pass } = signedIn('renewed');
    await pass(1799 * SECOND);
    expect(log).toEqual([]);
    await pass(SECOND);
    expect(log).toEqual(['1800 s: renewed']);
    await pass(30 * MINUTE);
    expect(log).toEqual(['1800 s: renewed', '3600 s: renewed']);
  });

  it('is renewed at the next check after a failure, and nothing else happens', async () => {
    const { log, pass } = signedIn('failed', 'failed', 'renewed');
    await pass(40 * MINUTE);
    expect(log).toEqual(['1800 s: failed', '1860 s: failed', '1920 s: renewed']);
  });

  it('that cannot be renewed warns at 360 seconds, for 300,000 ms, and then ends', async () => {
    const { log, pass } = signedIn('failed');
    await pass(3239 * SECOND);
    expect(log.some((line) => line.includes('warning'))).toBe(false);
    await pass(SECOND);
    expect(log.at(-1)).toBe('3240 s: warning until 3540 s');
    await pass(300_000 - 1);
    expect(log.filter((line) => !line.endsWith('failed'))).toEqual(['3240 s: warning until 3540 s']);
    await pass(1);
    expect(log.slice(-2)).toEqual(['3540 s: no warning', '3540 s: signed out']);
    const { length } = log;
    await pass(60 * MINUTE);
    expect(log).toHaveLength(length);
  });

  it('goes on with Stay Logged In', async () => {
    const { log, keeper, pass } = signedIn(...Array<Renewal>(25).fill('failed'), 'failed', 'renewed');
    await pass(3240 * SECOND);
    expect(log.at(-1)).toBe('3240 s: warning until 3540 s');
    expect(await keeper.stay()).toBe(false);
    expect(log.at(-1)).toBe('3240 s: failed');
    expect(await keeper.stay()).toBe(true);
    expect(log.at(-1)).toBe('3240 s: no warning');
    await pass(300_000);
    expect(log.at(-1)).toBe('3240 s: no warning');
  });

  it('goes on when the network is there again during the warning', async () => {
    const { log, wake, pass } = signedIn(...Array<Renewal>(25).fill('failed'), 'renewed');
    await pass(3250 * SECOND);
    wake();
    await pass(0);
    expect(log.slice(-2)).toEqual(['3250 s: renewed', '3250 s: no warning']);
  });

  it('goes on when another tab was kept, and does not ask the provider again', async () => {
    const { log, renewElsewhere, pass } = signedIn('failed');
    await pass(3250 * SECOND);
    renewElsewhere();
    await pass(10 * MINUTE);
    expect(log.at(-1)).toBe('3250 s: no warning');
  });

  it('that runs out while the computer sleeps is renewed when it wakes', async () => {
    const { log, sleep, wake, pass } = signedIn('renewed');
    await pass(MINUTE);
    sleep(90 * MINUTE);
    wake();
    await pass(0);
    expect(log).toEqual(['5460 s: renewed']);
  });

  it('warns when it wakes before the network does, and goes on when that is there', async () => {
    const { log, sleep, wake, pass } = signedIn('failed', 'renewed');
    await pass(0);
    sleep(90 * MINUTE);
    wake();
    await pass(0);
    expect(log).toEqual(['5400 s: failed', '5400 s: warning until 5700 s']);
    await pass(MINUTE);
    expect(log.slice(2)).toEqual(['5460 s: renewed', '5460 s: no warning']);
  });

  it('ends at the next check without an event of the browser, if the computer slept through the warning', async () => {
    const { log, sleep, pass } = signedIn('failed');
    await pass(3250 * SECOND);
    sleep(60 * MINUTE);
    await pass(MINUTE);
    expect(log.at(-1)).toMatch(/signed out$/);
  });

  it('that was warned of ends after 300,000 ms although the clock is set back meanwhile', async () => {
    const { log, setClock, pass } = signedIn('failed');
    await pass(3240 * SECOND);
    await pass(MINUTE);
    setClock(-20 * MINUTE);
    await pass(4 * MINUTE - 1);
    expect(log.at(-1)).toMatch(/failed$/);
    await pass(1);
    expect(log.at(-1)).toMatch(/signed out$/);
  });

  it.each([
    ['back', -20 * MINUTE],
    ['back by years', -4000 * 24 * 60 * MINUTE],
  ])('is renewed in time although the clock is set %s', async (_how, jump) => {
    const { log, setClock, pass } = signedIn('renewed');
    await pass(29 * MINUTE);
    setClock(jump);
    await pass(MINUTE);
    expect(log).toHaveLength(1);
    await pass(29 * MINUTE);
    expect(log).toHaveLength(1);
    await pass(MINUTE);
    expect(log).toHaveLength(2);
  });

  it('is renewed once after the clock is set forward by a day, and in time from then on', async () => {
    const { log, setClock, pass } = signedIn('renewed');
    await pass(10 * MINUTE);
    setClock(24 * 60 * MINUTE);
    await pass(MINUTE);
    expect(log).toHaveLength(1);
    await pass(29 * MINUTE);
    expect(log).toHaveLength(1);
    await pass(MINUTE);
    expect(log).toHaveLength(2);
    expect(log.every((line) => line.endsWith('renewed'))).toBe(true);
  });

  it('that the provider has ended is lost when its token runs out, and not before', async () => {
    const { log, sleep, wake, pass } = signedIn('ended');
    await pass(1800 * SECOND);
    expect(log).toEqual(['1800 s: ended']);
    sleep(60 * MINUTE);
    wake();
    await pass(0);
    expect(log.slice(1)).toEqual(['5400 s: ended', '5400 s: no warning', '5400 s: lost']);
  });

  it('that was ended during its renewal is not warned of', async () => {
    const { log, keeper, pass } = signedIn('failed');
    await pass(3239 * SECOND);
    jest.advanceTimersByTime(SECOND);
    keeper.stop();
    await pass(60 * MINUTE);
    expect(log.filter((line) => !line.endsWith('failed'))).toEqual([]);
  });
});
