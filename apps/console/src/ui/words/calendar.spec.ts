import { describe, expect, it } from '@jest/globals';
import { CENTRAL_TIME } from '@throughline/domain';
import { typedDate, zoneName } from './calendar.js';

describe('Typed date', () => {
  it.each([
    ['2026-11-18', '2026-11-18'],
    [' 11/18/2026 ', '2026-11-18'],
    ['1/2/1990', '1990-01-02'],
    ['04021991', '1991-04-02'],
    ['19910402', null],
    ['02/29/2024', '2024-02-29'],
    ['02/29/2026', null],
    ['13/01/2026', null],
    ['11/18/26', null],
    ['soon', null],
  ])('%s is %s', (text, date) => expect(typedDate(text)).toBe(date));
});

describe('The zone of a time', () => {
  it.each([
    ['2026-01-18T16:00:00Z', 'CST'],
    ['2026-07-18T16:00:00Z', 'CDT'],
  ])('%s in Central Time is %s', (at, name) => expect(zoneName(Date.parse(at), CENTRAL_TIME)).toBe(name));
});
