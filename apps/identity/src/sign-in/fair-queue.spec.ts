import { describe, expect, it } from '@jest/globals';
import { DisplacedError, FairQueue } from './fair-queue.js';

const BOUNDS = { lane: 100, place: 200, all: 300 };

/** A queue whose only permit is taken until `release`, and the tasks that have run. */
function heldQueue(bounds = BOUNDS, random?: () => number) {
  const queue = new FairQueue(1, bounds, random);
  const ran: string[] = [];
  const displaced: string[] = [];
  let release!: () => void;
  const all = [queue.run({ place: 'held', lane: 'held' }, () => new Promise<void>((resolve) => (release = resolve)))];
  const add = (place: string, lane: string, name: string) => {
    const done = queue.run({ place, lane }, () => Promise.resolve(void ran.push(name)));
    all.push(
      done.catch((error: unknown) => {
        if (!(error instanceof DisplacedError)) throw error;
        displaced.push(name);
      }),
    );
  };
  const finish = async () => {
    release();
    await Promise.all(all);
  };
  return { queue, ran, displaced, add, finish };
}

describe('A fair queue', () => {
  it('runs a limited number at once, and continues after a failure', async () => {
    const queue = new FairQueue(2, BOUNDS);
    const running = { now: 0, most: 0 };
    const work = (n: number) =>
      queue.run({ place: 'a', lane: 'a' }, async () => {
        running.most = Math.max(running.most, ++running.now);
        await new Promise((resolve) => setImmediate(resolve));
        running.now--;
        if (n === 1) throw new Error('failed');
        return n;
      });
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
    expect([running.most, queue.waiting]).toEqual([2, 0]);
    expect(await work(5)).toBe(5);
  });

  it('takes turns between places, and between the lanes of a place', async () => {
    const { ran, add, finish } = heldQueue();
    for (let n = 0; n < 4; n++) add('attacker', 'x', `x${n}`);
    add('attacker', 'y', 'y');
    add('office', 'z', 'z');
    await finish();
    expect(ran).toEqual(['x0', 'z', 'y', 'x1', 'x2', 'x3']);
  });

  it('displaces a random one of a lane that is full', async () => {
    const { ran, displaced, add, finish } = heldQueue({ ...BOUNDS, lane: 2 }, () => 0.5);
    for (const name of ['first', 'second', 'owner']) add('attacker', 'x', name);
    add('attacker', 'y', 'other account');
    await finish();
    expect([displaced, ran]).toEqual([['second'], ['first', 'other account', 'owner']]);
  });

  it('displaces from the longest lane of a place that is full, and of the fullest place when all are', async () => {
    const { displaced, queue, add, finish } = heldQueue({ lane: 9, place: 3, all: 4 }, () => 0);
    for (const name of ['x0', 'x1', 'x2']) add('attacker', 'x', name);
    add('attacker', 'y', 'y');
    add('office', 'z', 'z');
    add('home', 'u', 'u');
    expect(queue.waiting).toBe(4);
    await finish();
    expect(displaced).toEqual(['x0', 'x1']);
  });
});
