import { describe, expect, it } from '@jest/globals';
import { US_STATES } from '@throughline/contracts';
import { exactChoice, findChoices } from './choices.js';

const STATES = Object.entries(US_STATES)
  .map(([value, name]) => ({ value, label: `${name} (${value})` }))
  .sort((one, other) => one.label.localeCompare(other.label));
const found = (text: string) => findChoices(STATES, text).map(({ value }) => value);

describe('Choices of a long list', () => {
  it.each(Object.keys(US_STATES))('begin with the state whose abbreviation %s was typed', (code) => {
    expect(found(code)[0]).toBe(code);
    expect(found(` ${code.toLowerCase()} `)[0]).toBe(code);
    expect(exactChoice(STATES, code.toLowerCase())?.value).toBe(code);
  });

  it('continue with those that begin with the text, then with those that contain it', () => {
    expect(found('vir')).toEqual(['VI', 'VA', 'WV']);
    expect(found('ari')).toEqual(['AZ', 'MP']);
    expect(found('new').slice(0, 4)).toEqual(['NH', 'NJ', 'NM', 'NY']);
  });

  it('are all of them while nothing was typed, and none that lacks the text', () => {
    expect(found('')).toHaveLength(STATES.length);
    expect(found('zzz')).toEqual([]);
    expect(exactChoice(STATES, 'New')).toBeUndefined();
    expect(exactChoice(STATES, '')).toBeUndefined();
  });
});
