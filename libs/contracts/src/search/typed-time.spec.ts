import { describe, expect, it } from '@jest/globals';
import { CENTRAL_TIME } from '@throughline/domain';
import { isTimeZone } from './time-zone.js';
import { isWithin, typedTime } from './typed-time.js';

/** Friday noon in Central Time. */
const now = Date.parse('2026-11-20T18:00:00Z');
const time = (typed: string, timeZone = CENTRAL_TIME, at = now) => typedTime(typed, { now: at, timeZone });
const iso = (typed: string, timeZone?: string, at?: number) =>
  time(typed, timeZone, at)?.spans?.map((span) => span.map((instant) => new Date(instant).toISOString()));

describe('A typed time', () => {
  it.each([
    ['Today 10:42', '2026-11-20T16:42'],
    ['hoy 10:42', '2026-11-20T16:42'],
    ['YESTERDAY 23:59', '2026-11-20T05:59'],
    ['Ayer 23:59', '2026-11-20T05:59'],
    ['Nov 18, 10:42', '2026-11-18T16:42'],
    ['18 nov, 10:42', '2026-11-18T16:42'],
    ['18 de noviembre de 2025, 10:42', '2025-11-18T16:42'],
    ['Nov 18, 2025, 10:42', '2025-11-18T16:42'],
    ['done Today 10:42', '2026-11-20T16:42'],
    ['Opened Today 10:42 by ana@plan.example', '2026-11-20T16:42'],
    ['Answered Nov 18, 10:42', '2026-11-18T16:42'],
    ['Respondida: 18 nov, 10:42', '2026-11-18T16:42'],
    [' · today  10:42, ', '2026-11-20T16:42'],
  ])('%s is the minute from %s', (typed, minute) => {
    expect(time(typed)).toMatchObject({ kind: 'at' });
    const from = Date.parse(`${minute}:00Z`);
    expect(time(typed)?.spans).toEqual([[from, from + 60_000]]);
  });

  it.each([
    ['Today', '2026-11-20T06', '2026-11-21T06'],
    ['ayer', '2026-11-19T06', '2026-11-20T06'],
    ['Mar 8', '2026-03-08T06', '2026-03-09T05'],
    ['Nov 1, 2026', '2026-11-01T05', '2026-11-02T06'],
    ['on hold until 11/30/2026', '2026-11-30T06', '2026-12-01T06'],
  ])('%s is the day from %s to %s', (typed, from, to) =>
    expect(iso(typed)).toEqual([[`${from}:00:00.000Z`, `${to}:00:00.000Z`]]),
  );

  it('is on the clock that its reader sees', () => {
    expect(iso('Today 10:30', 'Asia/Kolkata')).toEqual([['2026-11-20T05:00:00.000Z', '2026-11-20T05:01:00.000Z']]);
    expect(iso('Today', 'America/Phoenix')).toEqual([['2026-11-20T07:00:00.000Z', '2026-11-21T07:00:00.000Z']]);
    const lateInHawaii = Date.parse('2026-11-21T09:59:00Z');
    expect(iso('Today', 'Pacific/Honolulu', lateInHawaii)?.[0]?.[0]).toBe('2026-11-20T10:00:00.000Z');
  });

  it('is both of the minutes that clocks show twice in autumn, and none that they leave out in spring', () => {
    expect(iso('Nov 1, 01:30')).toEqual([
      ['2026-11-01T06:30:00.000Z', '2026-11-01T06:31:00.000Z'],
      ['2026-11-01T07:30:00.000Z', '2026-11-01T07:31:00.000Z'],
    ]);
    expect(iso('Mar 8, 02:30')).toEqual([]);
    // In Chile, clocks are put forward at midnight.
    expect(iso('Sep 6, 2026', 'America/Santiago')).toEqual([['2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z']]);
  });

  it.each([
    ['due today', '2026-11-21T06:00:00Z'],
    ['due tomorrow', '2026-11-22T06:00:00Z'],
    ['due in 3 days', '2026-11-24T06:00:00Z'],
    ['due Nov 30', '2026-12-01T06:00:00Z'],
    ['1 day overdue', '2026-11-20T06:00:00Z'],
    ['4 days overdue', '2026-11-17T06:00:00Z'],
    ['overdue since 12:00 CT', '2026-11-20T18:00:00Z'],
  ])('%s is that of a task that is over at %s', (typed, overAt) => {
    const due = time(typed, 'Asia/Kolkata');
    expect(due?.kind).toBe('due');
    expect(isWithin(overAt, due?.spans ?? [])).toBe(true);
    const before = new Date(Date.parse(overAt) - 86_400_000).toISOString();
    const after = new Date(Date.parse(overAt) + 86_400_000).toISOString();
    for (const other of [before, after, null]) expect(isWithin(other, due?.spans ?? [])).toBe(false);
  });

  it('is that of a task without a due day', () => expect(time('No due day')).toEqual({ kind: 'due', spans: null }));

  it.each([
    ['now', '2026-11-20T17:59:30Z'],
    ['4 min', '2026-11-20T17:55:30Z'],
    ['3 minutes ago', '2026-11-20T17:57:00Z'],
    ['hace 3 minutos', '2026-11-20T17:56:01Z'],
    ['3 h', '2026-11-20T15:00:00Z'],
    ['6 d', '2026-11-14T17:00:00Z'],
    ['2 days', '2026-11-18T18:00:00Z'],
    ['2 días', '2026-11-17T18:00:01Z'],
  ])('%s is the age of what began at %s', (typed, since) => {
    const age = time(typed);
    expect(age?.kind).toBe('age');
    expect(isWithin(since, age?.spans ?? [])).toBe(true);
    const unit = age!.spans![0]![1] - age!.spans![0]![0];
    expect(isWithin(new Date(Date.parse(since) - unit).toISOString(), age?.spans ?? [])).toBe(false);
  });

  it.each([
    'Maria',
    'May',
    'Abril Ruiz',
    '12',
    '12:30',
    'Today Ruiz',
    'Nov 31, 10:42',
    'Nov 18, 24:00',
    'Nov 18, 10:60',
    'due',
    'due Ruiz',
    '6 x',
    '6',
    'Nov',
    'Nov 18 19',
    'constructor',
    '6 constructor',
    '263254123071844',
    '',
    'Nov 18, 99999',
    '999999 d',
  ])('is not in %s', (typed) => expect(time(typed)).toBeNull());
});

describe('A time zone', () => {
  it.each(['America/Chicago', 'UTC', 'Asia/Kolkata'])('is %s', (name) => expect(isTimeZone(name)).toBe(true));
  it.each(['', 'Chicago', 'America/Chicago; drop table', 'constructor'])('is not %s', (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
});
