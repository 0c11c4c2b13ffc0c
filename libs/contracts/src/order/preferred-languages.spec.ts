import { describe, expect, it } from '@jest/globals';
import { PREFERRED_LANGUAGES } from './preferred-languages.js';

describe('Preferred languages', () => {
  const labels = PREFERRED_LANGUAGES.map(([label]) => label);

  it('are 28, and the last one asks to be named', () => {
    expect(new Set(labels).size).toBe(28);
    expect(labels.at(-1)).toBe('Other: Specify in additional information');
  });

  it('fit the field that an order carries them in', () => {
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(50);
  });
});
