import { describe, expect, it } from '@jest/globals';
import { byAct, excerptsOf } from './changed-meanwhile.js';

describe('The values that several acts changed', () => {
  const profile = (by: string, values: object) => ({ by, event: { type: 'ProfileChanged', data: values } }) as never;
  const valuesAfter = ({ data }: { readonly data: object }) => data as Readonly<Record<string, unknown>>;
  const priya = profile('Priya', { lastName: 'New', phone: null });
  const dana = profile('Dana', { lastName: 'New', phone: '6025550112' });

  it('are told each with the act that changed it, although a later one names it as well', () => {
    expect(byAct([dana, priya], ['lastName', 'phone'], valuesAfter)).toEqual([
      { act: dana, names: ['phone'] },
      { act: priya, names: ['lastName'] },
    ]);
    expect(byAct([dana], ['lastName', 'phone'], valuesAfter)).toEqual([{ act: dana, names: ['lastName', 'phone'] }]);
  });

  it('are told with the last act, if they were changed and changed back', () => {
    const back = profile('Sam', { lastName: 'Old', phone: '6025550112' });
    expect(byAct([back, dana, priya], ['lastName'], valuesAfter)).toEqual([{ act: back, names: ['lastName'] }]);
  });

  it('are told without one where no act is known', () => {
    expect(byAct([], ['lastName'], valuesAfter)).toEqual([{ act: undefined, names: ['lastName'] }]);
    expect(byAct([dana], ['groups'], valuesAfter)).toEqual([{ act: undefined, names: ['groups'] }]);
  });
});

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
