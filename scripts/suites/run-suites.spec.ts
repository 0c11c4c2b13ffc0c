import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { runSuites } from './run-suites.mjs';

describe('A run of suites', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('names what was skipped, and what passed only when it was run again, under the counts of its suite', async () => {
    const said: string[] = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
    const counts = { passed: 3, failed: 0, skipped: 1 };
    const suite = {
      name: 'engine specs',
      run: async () => ({
        ok: true,
        output: 'a lock was taken',
        seconds: 1,
        counts,
        skippedNames: ['Job queue: Redis'],
        flakyNames: ['A lease ends'],
      }),
    };
    expect(await runSuites([suite], { atOnce: 2 })).toEqual([{ ...counts, flaky: 1 }]);
    expect(said).toEqual([
      'a lock was taken',
      '✓ engine specs: 3 passed, 0 failed, 1 skipped (1.0 s)',
      '  skipped: Job queue: Redis',
      '  flaky: A lease ends',
    ]);
  });

  it('gives its suites the low priority that it was asked for', async () => {
    jest.spyOn(console, 'log').mockImplementation(() => {});
    const asked: (boolean | undefined)[] = [];
    const suite = {
      name: 'lint',
      run: async (_signal: unknown, { lowPriority }: { readonly lowPriority?: boolean }) => {
        asked.push(lowPriority);
        return { ok: true, output: '', seconds: 1 };
      },
    };
    await runSuites([suite], { atOnce: 1, lowPriority: true });
    await runSuites([suite], { atOnce: 1 });
    expect(asked).toEqual([true, undefined]);
  });
});
