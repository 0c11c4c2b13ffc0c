import { describe, expect, it } from '@jest/globals';
import { ageOn, telOf } from './member-words.js';

describe('The age of a member', () => {
  it.each([
    ['2026-11-29', '1991-04-12', 35, 'years'],
    ['2026-04-11', '1991-04-12', 34, 'years'],
    ['2026-04-12', '1991-04-12', 35, 'years'],
    ['2026-11-29', '2024-11-29', 2, 'years'],
    ['2026-11-28', '2024-11-29', 23, 'months'],
    ['2026-11-29', '2026-08-29', 3, 'months'],
    ['2026-11-28', '2026-08-29', 2, 'months'],
    ['2026-11-29', '2026-11-29', 0, 'months'],
    ['2027-01-05', '2026-12-05', 1, 'months'],
    ['2026-02-28', '2026-01-31', 0, 'months'],
    ['2026-03-01', '2026-01-31', 1, 'months'],
    ['2027-02-28', '2000-02-29', 26, 'years'],
    ['2027-03-01', '2000-02-29', 27, 'years'],
    ['2026-11-29', '1900-01-01', 126, 'years'],
  ] as const)('on %s of somebody born on %s is %i %s', (today, born, count, unit) =>
    expect(ageOn(today, born)).toEqual({ unit, count }),
  );

  it.each(['2026-11-30', '2027-01-01', 'unknown', ''])('is unknown of somebody born on %j', (born) =>
    expect(ageOn('2026-11-29', born)).toBeNull(),
  );
});

describe('The phone of a member', () => {
  it('is called with the country code', () => expect(telOf('6025550101')).toBe('tel:+16025550101'));
  it.each(['', '602555010', '160255501011', '(602) 555-0101'])('is no link if it is %j', (phone) =>
    expect(telOf(phone)).toBeNull(),
  );
});
