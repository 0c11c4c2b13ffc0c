import { describe, expect, it } from '@jest/globals';
import { US_STATES } from '@throughline/contracts';
import { stateChoices } from './state-choices.js';
import { exactChoice, findChoices } from './choices.js';

const STATES = stateChoices((name) => name).sort((one, other) => one.label.localeCompare(other.label));
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

  it('are the armed forces for what stands as the city of a military address', () => {
    for (const typed of ['APO', 'fpo', 'dp']) expect(found(typed)).toEqual(['AA', 'AE', 'AP']);
    expect(exactChoice(STATES, 'APO')).toBeUndefined();
  });

  it('are found by their other name as well', () => {
    const inSpanish = [{ value: 'NY', label: 'Nueva York (NY)', otherName: 'New York' }];
    expect(['nueva', 'york', 'new y'].map((text) => findChoices(inSpanish, text).length)).toEqual([1, 1, 1]);
    expect(exactChoice(inSpanish, 'New York')?.value).toBe('NY');
  });

  it('are all of them while nothing was typed, and none that lacks the text', () => {
    expect(found('')).toHaveLength(STATES.length);
    expect(found('zzz')).toEqual([]);
    expect(exactChoice(STATES, 'New')).toBeUndefined();
    expect(exactChoice(STATES, '')).toBeUndefined();
  });
});
