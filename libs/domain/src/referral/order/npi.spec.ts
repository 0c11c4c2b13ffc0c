import { describe, expect, it } from '@jest/globals';
import { isNpi } from './npi.js';

describe('An NPI', () => {
  it.each(['1234567893', '1245319599', '2000000002'])('is %s, by its check digit', (npi) => {
    expect(isNpi(npi)).toBe(true);
  });

  it.each([
    ['another check digit', '1234567890'],
    ['two digits swapped', '1243567893'],
    ['nine digits', '123456789'],
    ['eleven digits', '12345678930'],
    ['a letter', '123456789X'],
    ['digits of another script', '١٢٣٤٥٦٧٨٩٣'],
    ['nothing', ''],
  ])('is not one with %s', (_, text) => {
    expect(isNpi(text)).toBe(false);
  });
});
