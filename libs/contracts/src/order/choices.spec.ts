import { describe, expect, it } from '@jest/globals';
import { PREFERRED_LANGUAGES } from './choices.js';

describe('Preferred languages', () => {
  const labels = PREFERRED_LANGUAGES.map(([label]) => label);

  it('are 28, and the last one must be specified', () => {
    expect(new Set(labels).size).toBe(28);
    expect(labels.at(-1)).toBe('Other: Specify in additional information');
  });

  it('fit the field of an order', () => {
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(50);
  });
});
