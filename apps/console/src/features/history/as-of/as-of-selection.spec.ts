import { describe, expect, it } from '@jest/globals';
import { timelineOf } from '@throughline/domain';
import { claimed, entriesOf, firstTaskOpened, submitted } from '../testing/entries.js';
import { asOfParameter, selectedIndex } from '../timeline/timeline.js';

const moments = timelineOf(entriesOf([submitted], [firstTaskOpened], [claimed]));

describe('As-of selection', () => {
  it.each([
    [null, 2],
    ['10', 0],
    ['19', 0],
    ['20', 1],
    ['999', 2],
    ['0', 0],
    ['yesterday', 2],
  ])('of %p is moment %p', (asOf, index) => {
    expect(selectedIndex(moments, asOf)).toBe(index);
  });

  it('is empty without events', () => {
    expect(selectedIndex([], '10')).toBe(-1);
  });

  it('is written as the position of the moment, and omitted for the present', () => {
    expect(asOfParameter(moments, 1)).toBe('20');
    expect(asOfParameter(moments, 2)).toBeNull();
  });
});
