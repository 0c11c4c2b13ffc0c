import { describe, expect, it } from '@jest/globals';
import { dueAt, dueDay, instantInChicago, workingDaysAsDueDays } from './due-day.js';

const due = (openedAt: string, dueDays: number) => dueAt({ openedAt, dueDays, dayMs: null });

describe('Due day', () => {
  it('ends at midnight in Chicago, whatever the day is in UTC', () => {
    expect(due('2026-01-15T15:00:00Z', 0)).toBe('2026-01-16T06:00:00.000Z');
    expect(due('2026-01-16T05:59:59Z', 0)).toBe('2026-01-16T06:00:00.000Z');
    expect(due('2026-01-16T06:00:00Z', 0)).toBe('2026-01-17T06:00:00.000Z');
  });

  it('counts calendar days', () => {
    expect(due('2026-07-31T20:00:00Z', 7)).toBe('2026-08-08T05:00:00.000Z');
  });

  it('keeps to midnight when clocks go forward (Mar 8, 2026) and back (Nov 1, 2026)', () => {
    expect(due('2026-03-07T18:00:00Z', 0)).toBe('2026-03-08T06:00:00.000Z');
    expect(due('2026-03-07T18:00:00Z', 1)).toBe('2026-03-09T05:00:00.000Z');
    expect(due('2026-10-31T18:00:00Z', 0)).toBe('2026-11-01T05:00:00.000Z');
    expect(due('2026-10-31T18:00:00Z', 1)).toBe('2026-11-02T06:00:00.000Z');
  });

  it.each([
    ['a Monday', '2026-11-23T15:00:00Z', '2026-11-25'],
    ['a Thursday', '2026-11-26T15:00:00Z', '2026-11-30'],
    ['a Friday', '2026-11-27T15:00:00Z', '2026-12-01'],
    ['a Saturday', '2026-11-28T15:00:00Z', '2026-12-01'],
    ['a Sunday that is Monday in UTC', '2026-11-30T02:00:00Z', '2026-12-01'],
  ])('leaves weekends out of working days: two of them after %s', (_, openedAt, day) => {
    expect(dueDay(due(openedAt, workingDaysAsDueDays(openedAt, 2)))).toBe(day);
  });

  it('takes days of another length for demos and tests', () => {
    expect(dueAt({ openedAt: '2026-01-15T15:00:00Z', dueDays: 2, dayMs: 1000 })).toBe('2026-01-15T15:00:03.000Z');
  });

  it('is named by its date in Chicago, not by the midnight that ends it', () => {
    expect(dueDay('2026-11-22T06:00:00.000Z')).toBe('2026-11-21');
    expect(dueDay('2026-03-09T05:00:00.000Z')).toBe('2026-03-08');
  });
});

describe('The instant of a time in Chicago', () => {
  it.each([
    ['in winter', '2026-11-24T09:30', '2026-11-24T15:30:00.000Z'],
    ['in summer', '2026-07-01T00:05', '2026-07-01T05:05:00.000Z'],
    ['that clocks show twice, the first', '2026-11-01T01:30', '2026-11-01T06:30:00.000Z'],
    ['after the clocks went back', '2026-11-01T02:00', '2026-11-01T08:00:00.000Z'],
    ['that clocks leave out', '2026-03-08T02:30', null],
    ['that is no time', '2026-02-30T10:00', null],
    ['that is not given', '', null],
  ])('is right for a time %s', (_, shown, instant) => expect(instantInChicago(shown)).toBe(instant));
});
