import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { retryWithBackoff, TimeoutError } from './retry.js';

const away = new Error('nothing listens there');
const cutOff = new TimeoutError('no answer in time');
const options = { timeoutMs: 120, signal: new AbortController().signal, isOutage: () => true };

/** An engine that rejects the first `times` calls with a reason, and does not answer the others. */
function silentAfter(times: number): (msLeft: number) => Promise<never> {
  let attempts = 0;
  return async (msLeft) => {
    if (attempts++ < times) throw away;
    await pause(msLeft);
    throw cutOff;
  };
}

describe('Retrying through an outage', () => {
  it.each([
    ['the error of the engine, not that the last attempt was cut off', 1, away],
    ['that nothing was answered, where nothing was', 0, cutOff],
  ])('ends with %s', async (_, times, cause) => {
    await expect(retryWithBackoff(silentAfter(times), options)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-written',
      cause,
    });
  });

  it('ends at once with an error that is no outage', async () => {
    const refused = retryWithBackoff(() => Promise.reject(away), { ...options, isOutage: () => false });
    await expect(refused).rejects.toBe(away);
  });

  it.each([
    ['back', -3_600_000],
    ['forth', 3_600_000],
  ])('lasts for the given time while the clock is set %s', async (_, shift) => {
    const real = Date.now.bind(Date);
    const begun = performance.now();
    const running = retryWithBackoff(silentAfter(1), options).catch((error: unknown) => error);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + shift);
    expect(await running).toMatchObject({ name: 'StoreUnavailable' });
    clock.mockRestore();
    const tookMs = performance.now() - begun;
    expect(tookMs).toBeGreaterThanOrEqual(options.timeoutMs - 50);
    expect(tookMs).toBeLessThan(1_800_000);
  });
});
