import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { askPatiently, NoAnswer } from './patience.js';

const away = new Error('nothing listens there');
const cutOff = new NoAnswer('no answer in time');
const patience = { timeoutMs: 120, signal: new AbortController().signal, isOutage: () => true };

/** An engine that says why it is away to the first `times` that ask, and nothing to the others. */
function silentAfter(times: number): (msLeft: number) => Promise<never> {
  let asked = 0;
  return async (msLeft) => {
    if (asked++ < times) throw away;
    await pause(msLeft);
    throw cutOff;
  };
}

describe('Asking through an outage', () => {
  it.each([
    ['what the engine said, not that the last try was cut off', 1, away],
    ['that nothing was answered, where nothing was', 0, cutOff],
  ])('ends with %s', async (_, times, cause) => {
    await expect(askPatiently(silentAfter(times), patience)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-written',
      cause,
    });
  });

  it('ends at once with what is no outage', async () => {
    const refused = askPatiently(() => Promise.reject(away), { ...patience, isOutage: () => false });
    await expect(refused).rejects.toBe(away);
  });
});
