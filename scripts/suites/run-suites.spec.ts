import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { runSuites } from './run-suites.mjs';

describe('A run of suites', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('names what was skipped under the counts of its suite', async () => {
    const said: string[] = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
    const counts = { passed: 3, failed: 0, skipped: 1 };
    const suite = {
      name: 'engine specs',
      run: async () => ({ ok: true, output: '', seconds: 1, counts, skippedNames: ['Job queue: Redis'] }),
    };
    expect(await runSuites([suite], { atOnce: 2 })).toEqual([counts]);
    expect(said).toEqual(['✓ engine specs: 3 passed, 0 failed, 1 skipped (1.0 s)', '  skipped: Job queue: Redis']);
  });
});
