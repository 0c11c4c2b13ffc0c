import { describe, expect, it } from '@jest/globals';
import { inchesOf, zipOf } from './typed-values.js';

describe('A ZIP code', () => {
  it.each(['850161234', '85016 1234', ' 85016-1234', '85016 - 1234'])('that was typed as %j is 85016-1234', (typed) => {
    expect(zipOf(typed)).toBe('85016-1234');
  });

  it.each(['', '85016', '8501', '85016123', '8501612345', 'K1A 0B1'])('of other text stays %j', (typed) => {
    expect(zipOf(typed)).toBe(typed);
  });
});

describe('A height', () => {
  it.each([
    [`5'4"`, '64'],
    ['5’4”', '64'],
    ['5′ 4″', '64'],
    [`5' 4''`, '64'],
    ['5 ft 4 in', '64'],
    ['5ft. 4in.', '64'],
    ['5 feet 4 inches', '64'],
    ['5 pies 4 pulgadas', '64'],
    [`5'`, '60'],
    [`5'4`, '64'],
    [`5'4.5"`, '64.5'],
    ['64"', '64'],
    ['64.25 in', '64.25'],
  ])('of %s is %s inches', (typed, inches) => {
    expect(inchesOf(typed)).toBe(inches);
  });

  it.each(['', '64', '64.5', `5'13"`, '5-4', '163 cm', `12'`, 'tall'])('stays %j', (typed) => {
    expect(inchesOf(typed)).toBe(typed);
  });
});
