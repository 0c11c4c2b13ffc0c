import { describe, expect, it } from '@jest/globals';
import { once, singleFlight } from './single-flight.js';

/** Counts its runs. Runs whose number is in `failing` fail. */
function counter(failing: readonly number[] = []) {
  let runs = 0;
  return () => {
    runs += 1;
    return failing.includes(runs) ? Promise.reject(new Error(`run ${runs}`)) : Promise.resolve(runs);
  };
}

describe('A single flight', () => {
  it('is shared by the calls during it, and not by later ones', async () => {
    const fly = singleFlight(counter());
    expect(await Promise.all([fly(), fly()])).toEqual([1, 1]);
    expect(await fly()).toBe(2);
  });

  it('fails for each of its calls, and the next call tries again', async () => {
    const fly = singleFlight(counter([1]));
    expect(await Promise.allSettled([fly(), fly()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await fly()).toBe(2);
  });
});

describe('What runs once', () => {
  it('keeps its result', async () => {
    const load = once(counter());
    expect([await load(), await load()]).toEqual([1, 1]);
  });

  it('runs again after a failure', async () => {
    const load = once(counter([1]));
    await expect(load()).rejects.toThrow('run 1');
    expect([await load(), await load()]).toEqual([2, 2]);
  });
});
