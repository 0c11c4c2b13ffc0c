import { describe, expect, it } from '@jest/globals';
import { byAct } from './acts.js';

describe('The values that several acts changed', () => {
  const profile = (by: string, values: Readonly<Record<string, unknown>>) => ({ by, values });
  const priya = profile('Priya', { lastName: 'New', phone: null });
  const dana = profile('Dana', { lastName: 'New', phone: '6025550112' });

  it('are told each with the act that changed it, although a later one names it as well', () => {
    expect(byAct([dana, priya], ['lastName', 'phone'])).toEqual([
      { act: dana, names: ['phone'] },
      { act: priya, names: ['lastName'] },
    ]);
    expect(byAct([dana], ['lastName', 'phone'])).toEqual([{ act: dana, names: ['lastName', 'phone'] }]);
  });

  it('are told with the last act, if they were changed and changed back', () => {
    const back = profile('Sam', { lastName: 'Old', phone: '6025550112' });
    expect(byAct([back, dana, priya], ['lastName'])).toEqual([{ act: back, names: ['lastName'] }]);
  });

  it('are told without one where no act is known', () => {
    expect(byAct([], ['lastName'])).toEqual([{ act: undefined, names: ['lastName'] }]);
    expect(byAct([dana], ['groups'])).toEqual([{ act: undefined, names: ['groups'] }]);
  });
});
