import { describe, expect, it } from '@jest/globals';
import { exactTime } from './calendar.js';
import { isWithin, typedTime } from '@throughline/contracts';
import { CENTRAL_TIME } from '@throughline/domain';
import { ageWords, dueWords, whenWords } from './time-words.js';

const now = Date.parse('2026-11-20T18:00:00Z');
const CHICAGO = 'America/Chicago';

describe('When', () => {
  it.each([
    ['2026-11-20T16:42:00Z', 'Today 10:42'],
    ['2026-11-20T05:59:00Z', 'Yesterday 23:59'],
    ['2026-11-18T16:42:00Z', 'Nov 18, 10:42'],
    ['2025-11-18T16:42:00Z', 'Nov 18, 2025, 10:42'],
  ])('says %s as "%s"', (at, words) => expect(whenWords(at, now, CHICAGO)).toBe(words));

  it("uses the reader's day, not the server's", () => {
    expect(whenWords('2026-11-20T05:00:00Z', now, 'Asia/Kolkata')).toBe('Today 10:30');
    expect(whenWords('2026-11-20T05:00:00Z', now, CHICAGO)).toBe('Yesterday 23:00');
  });

  it('names the zone in the exact time', () => {
    expect(exactTime(Date.parse('2026-11-18T16:42:05Z'), CHICAGO)).toBe('Wednesday, November 18, 2026 at 10:42:05 CST');
  });
});

describe('Due day', () => {
  it.each([
    ['2026-11-21T06:00:00.000Z', 'due today', 'today'],
    ['2026-11-22T06:00:00.000Z', 'due tomorrow', 'later'],
    ['2026-11-24T06:00:00.000Z', 'due in 3 days', 'later'],
    ['2026-12-01T06:00:00.000Z', 'due Nov 30', 'later'],
    ['2026-11-20T06:00:00.000Z', '1 day overdue', 'over'],
    ['2026-11-19T06:00:00.000Z', '2 days overdue', 'over'],
  ])('says %s as "%s"', (dueAt, words, urgency) => expect(dueWords(dueAt, now)).toEqual({ words, urgency }));

  it('is over from the first moment after it', () => {
    expect(dueWords('2026-11-20T18:00:00.000Z', now)).toEqual({ words: 'overdue since 12:00 CT', urgency: 'over' });
    expect(dueWords('2026-11-20T18:00:00.001Z', now).urgency).toBe('today');
  });
});

describe('Age', () => {
  it.each([
    ['2026-11-20T17:59:30Z', 'now'],
    ['2026-11-20T17:56:00Z', '4 min'],
    ['2026-11-20T15:00:00Z', '3 h'],
    ['2026-11-14T17:00:00Z', '6 d'],
    ['2026-11-20T18:00:09Z', 'now'],
  ])('of %s is %s', (since, words) => expect(ageWords(since, now)).toBe(words));
});

describe('The words of a time in a list, typed into its search', () => {
  const MINUTE = 60_000;
  /** Distances from a minute to years, past and future, at odd minutes, across both changes of daylight saving time. */
  const distances = Array.from({ length: 400 }, (_, n) => Math.round(MINUTE * (0.7 * n + 1.043 ** n)));
  const iso = (instant: number) => new Date(instant).toISOString();
  const finds = (words: string, instant: number, timeZone: string) => {
    const time = typedTime(words, { now, timeZone });
    return [words, time !== null && isWithin(iso(instant), time.spans ?? [])];
  };

  it.each([CENTRAL_TIME, 'America/Phoenix', 'Asia/Kolkata', 'UTC'])('means that moment, in %s', (timeZone) => {
    for (const distance of distances) {
      for (const language of ['en', 'es'] as const) {
        const words = whenWords(iso(now - distance), now, timeZone, language);
        expect(finds(words, now - distance, timeZone)).toEqual([words, true]);
      }
    }
  });

  it('means that age, and that due day', () => {
    for (const distance of distances) {
      const age = ageWords(iso(now - distance), now);
      expect(finds(age, now - distance, 'UTC')).toEqual([age, true]);
      for (const due of [now - distance, now + distance]) {
        const { words } = dueWords(iso(due), now);
        expect(finds(words, due, 'UTC')).toEqual([words, true]);
      }
    }
  });
});
