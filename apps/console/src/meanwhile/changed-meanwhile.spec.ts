import { describe, expect, it } from '@jest/globals';
import { excerptsOf } from './changed-meanwhile.js';

describe('Two texts of which somebody made one of the other', () => {
  it('are quoted whole where they are short', () => {
    expect(excerptsOf('Ngata', 'Osei')).toEqual({ value: 'Ngata', seen: 'Osei' });
    expect(excerptsOf('', 'Osei')).toEqual({ value: '', seen: 'Osei' });
  });

  it('are nothing to quote where their words are the same', () => {
    expect(excerptsOf('Please confirm', 'Please confirm')).toBeNull();
  });

  it('are quoted to 120 letters, however long they are', () => {
    const { value, seen } = excerptsOf('new '.repeat(5_000), 'old '.repeat(5_000))!;
    for (const quoted of [value, seen]) expect(quoted.length).toBeLessThanOrEqual(120);
    expect(value).toMatch(/^new new .*new…$/);
  });

  it('are quoted from before where they differ', () => {
    const before = 'The same words. '.repeat(400);
    const { value, seen } = excerptsOf(`${before}Call at noon.`, `${before}Call at nine.`)!;
    expect(value).toMatch(/^….*Call at noon\.$/);
    expect(seen).toMatch(/^….*Call at nine\.$/);
    expect(excerptsOf(`${before}More.`, before.trimEnd())!.value).toContain('More.');
  });

  it('are never cut within a character', () => {
    for (let lead = 0; lead < 8; lead += 1) {
      const before = 'x'.repeat(lead) + '\u{1F600}'.repeat(300);
      const { value, seen } = excerptsOf(`${before}a`, `${before}b`)!;
      expect(() => encodeURIComponent(`${value}${seen}`)).not.toThrow();
      expect(value).not.toBe(seen);
    }
  });
});
