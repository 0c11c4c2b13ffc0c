import { describe, expect, it } from '@jest/globals';
import { byAct } from './acts.js';

describe('The values that several acts changed', () => {
  const profile = (by: string, values: Readonly<Record<string, unknown>>) => ({ by, values });
  const priya = profile('Priya', { lastName: 'New', phone: null });
  const dana = profile('Dana', { lastName: 'New', phone: '6025550112' });

  it('are listed under the act that changed them, although a later act names them as well', () => {
    expect(byAct([dana, priya], ['lastName', 'phone'])).toEqual([
      { act: dana, names: ['phone'], entries: [] },
      { act: priya, names: ['lastName'], entries: [] },
    ]);
    expect(byAct([dana], ['lastName', 'phone'])).toEqual([{ act: dana, names: ['lastName', 'phone'], entries: [] }]);
  });

  it('are listed under the last act, if they were changed and changed back', () => {
    const back = profile('Sam', { lastName: 'Old', phone: '6025550112' });
    expect(byAct([back, dana, priya], ['lastName'])).toEqual([{ act: back, names: ['lastName'], entries: [] }]);
  });

  it('are listed without an act if none is known', () => {
    expect(byAct([], ['lastName'])).toEqual([{ act: undefined, names: ['lastName'], entries: [] }]);
    expect(byAct([dana], ['groups'])).toEqual([{ act: undefined, names: ['groups'], entries: [] }]);
  });

  it('are listed entry by entry if they are lists that several acts changed', () => {
    const groups = (by: string, ...entries: readonly string[]) => profile(by, { groups: entries });
    const before = groups('Sam', 'A', 'B');
    const first = groups('Priya', 'A', 'B', 'C');
    const second = groups('Dana', 'A', 'C', 'D');
    const seen = before.values;
    expect(byAct([second, first, before], ['groups'], { seen, present: second.values })).toEqual([
      {
        act: second,
        names: [],
        entries: [
          { name: 'groups', entry: 'D', isAdded: true },
          { name: 'groups', entry: 'B', isAdded: false },
        ],
      },
      { act: first, names: [], entries: [{ name: 'groups', entry: 'C', isAdded: true }] },
    ]);
    // One act made all changes.
    const whole = [{ act: first, names: ['groups'], entries: [] }];
    expect(byAct([first, before], ['groups'], { seen, present: first.values })).toEqual(whole);
    // The newest act has not been read yet, so its change has no known author.
    expect(byAct([first, before], ['groups'], { seen, present: second.values })).toEqual([
      { act: first, names: [], entries: [{ name: 'groups', entry: 'C', isAdded: true }] },
      {
        act: undefined,
        names: [],
        entries: [
          { name: 'groups', entry: 'D', isAdded: true },
          { name: 'groups', entry: 'B', isAdded: false },
        ],
      },
    ]);
  });
});
