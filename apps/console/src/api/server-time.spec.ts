import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { dayOfBirth } from '@throughline/contracts';
import { todayPlus } from '../ui/words/calendar.js';
import { offsetAfter, withServerTime, serverNow, serverTimeOf } from './server-time.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const AT = Date.parse('2026-11-28T10:00:00.000Z');
const header = (at: number) => new Date(at).toUTCString();

const answered = (at: number) =>
  withServerTime(() => Promise.resolve(new Response(null, { headers: { date: header(at) } })));

describe("The server's time", () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['an hour fast', HOUR],
    ['five hours fast', 5 * HOUR],
    ['a day slow', -DAY],
    ['at 1970', -AT],
  ])('is known to the second after an answer, by a clock that is %s', (_how, off) => {
    const ahead = offsetAfter(0, header(AT), AT + off - 50, AT + off + 50);
    expect(Math.abs(ahead + off)).toBeLessThanOrEqual(1.1 * SECOND);
  });

  it('is that of a clock which is nearly right', () => {
    expect(offsetAfter(0, header(AT), AT + 900, AT + 950)).toBe(0);
    expect(offsetAfter(0, header(AT), AT - 1_500, AT - 1_400)).toBe(0);
  });

  it('is not made worse by an answer that took long', () => {
    const known = offsetAfter(0, header(AT), AT + HOUR, AT + HOUR + 20);
    expect(offsetAfter(known, header(AT + 90 * SECOND), AT + HOUR, AT + HOUR + 91 * SECOND)).toBe(known);
  });

  it('becomes exact with quick answers after one that took long', () => {
    const rough = offsetAfter(0, header(AT), AT + HOUR - 60 * SECOND, AT + HOUR + 60 * SECOND);
    const exact = offsetAfter(rough, header(AT + DAY), AT + DAY + HOUR, AT + DAY + HOUR + 20);
    expect(Math.abs(exact + HOUR)).toBeLessThanOrEqual(1.1 * SECOND);
  });

  it.each([null, '', 'soon'])('is not changed by an answer whose date is %p', (date) => {
    expect(offsetAfter(7, date, AT, AT)).toBe(7);
  });

  it('decides what today is, and who is not born yet', async () => {
    await answered(Date.now() + 40 * DAY);
    const days = (count: number) => new Date(Date.now() + count * DAY).toISOString().slice(0, 10);
    expect(Math.abs(serverNow() - Date.now() - 40 * DAY)).toBeLessThan(3 * SECOND);
    expect([days(39), days(40), days(41)]).toContain(todayPlus({}));
    expect(dayOfBirth('DOB').safeParse(days(39)).success).toBe(true);
    expect(dayOfBirth('DOB').safeParse(days(42)).success).toBe(false);
    const noted = Date.now() - HOUR;
    expect(Math.abs(serverTimeOf(noted) - (serverNow() - HOUR))).toBeLessThan(SECOND);
    await answered(Date.now());
    expect(dayOfBirth('DOB').safeParse(days(39)).success).toBe(false);
  });

  it('does not follow a clock that is set back, nor one that is set forward once the server has answered', async () => {
    await answered(Date.now());
    const before = Date.now();
    const wall = jest.spyOn(Date, 'now').mockReturnValue(before - 5 * HOUR);
    expect(Math.abs(serverNow() - before)).toBeLessThan(3 * SECOND);
    wall.mockReturnValue(before + 5 * HOUR);
    await answered(before);
    expect(Math.abs(serverNow() - before)).toBeLessThan(3 * SECOND);
  });
});
