import { describe, expect, it } from '@jest/globals';
import { run } from './run.mjs';

const priority = (options: object) => run(process.execPath, ['-p', 'os.getPriority()'], options);

describe('A command that is run', () => {
  it('has the priority of this process, or the lowest', async () => {
    const [usual, low] = await Promise.all([priority({}), priority({ lowPriority: true })]);
    expect([usual, low]).toMatchObject([
      { ok: true, output: expect.stringMatching(/^\d+\n$/) },
      { ok: true, output: '19\n' },
    ]);
    expect(Number(usual.output)).toBeLessThan(19);
  });
});
