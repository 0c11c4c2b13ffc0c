import { describe, expect, it } from '@jest/globals';
import { PrepaidPoints } from './prepaid-points.js';

const refused = new Error('too many');

/** A shared count that grants ten points for a minute, this many times. */
function prepaid({ grants = 100 } = {}) {
  const clock = { now: 0 };
  const calls = { count: 0 };
  const points = new PrepaidPoints(
    async () => {
      calls.count++;
      await Promise.resolve();
      if (calls.count > grants) throw refused;
      return { points: 10, until: clock.now + 60_000 };
    },
    () => clock.now,
  );
  return { clock, calls, points };
}
const take = async (points: PrepaidPoints, times: number) => {
  const taken = await Promise.allSettled(Array.from({ length: times }, () => points.take()));
  return taken.filter(({ status }) => status === 'fulfilled').length;
};

describe('Prepaid points', () => {
  it('cost one call per grant', async () => {
    const { calls, points } = prepaid();
    for (let n = 0; n < 10; n++) await points.take();
    expect(calls.count).toBe(1);
    await points.take();
    expect(calls.count).toBe(2);
  });

  it('are not lost when many callers take them at once', async () => {
    const { calls, points } = prepaid({ grants: 3 });
    expect(await take(points, 40)).toBe(30);
    expect(calls.count).toBe(4);
    await expect(points.take()).rejects.toBe(refused);
  });

  it('expire with their grant', async () => {
    const { clock, calls, points } = prepaid();
    await points.take();
    clock.now = 60_000;
    await points.take();
    expect(calls.count).toBe(2);
  });
});
