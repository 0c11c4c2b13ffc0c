import { describe, expect, it } from '@jest/globals';
import { PrepaidPoints } from './prepaid-points.js';

const refused = new Error('too many');

/** A shared count that grants ten points for a minute, and so many grants. */
function prepaid({ grants = 100 } = {}) {
  const clock = { now: 0 };
  const asked = { times: 0 };
  const points = new PrepaidPoints(
    async () => {
      asked.times++;
      await Promise.resolve();
      if (asked.times > grants) throw refused;
      return { points: 10, until: clock.now + 60_000 };
    },
    () => clock.now,
  );
  return { clock, asked, points };
}
const take = async (points: PrepaidPoints, times: number) => {
  const taken = await Promise.allSettled(Array.from({ length: times }, () => points.take()));
  return taken.filter(({ status }) => status === 'fulfilled').length;
};

describe('Points that are taken many at a time', () => {
  it('are asked for once for as many as there are in a grant', async () => {
    const { asked, points } = prepaid();
    for (let n = 0; n < 10; n++) await points.take();
    expect(asked.times).toBe(1);
    await points.take();
    expect(asked.times).toBe(2);
  });

  it('are none lost when many ask at the same moment', async () => {
    const { asked, points } = prepaid({ grants: 3 });
    expect(await take(points, 40)).toBe(30);
    expect(asked.times).toBe(4);
    await expect(points.take()).rejects.toBe(refused);
  });

  it('count no longer than they were granted for', async () => {
    const { clock, asked, points } = prepaid();
    await points.take();
    clock.now = 60_000;
    await points.take();
    expect(asked.times).toBe(2);
  });
});
