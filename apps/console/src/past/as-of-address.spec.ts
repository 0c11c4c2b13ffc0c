import { describe, expect, it } from '@jest/globals';
import { asOfIn, indexAt, withAsOf } from './as-of-address.js';

const NOW = Date.parse('2026-11-19T16:00:00Z');

describe('The moment in an address', () => {
  it.each([
    ['4312', { position: 4312 }],
    ['2026-11-19T15:00:00Z', { time: Date.parse('2026-11-19T15:00:00Z') }],
    ['2026-11-19T09:00:00.999-06:00', { time: Date.parse('2026-11-19T15:00:00.999Z') }],
    ['2026-11-19T16:00:00Z', { time: NOW }],
  ])('of %p is read', (text, asOf) => {
    expect(asOfIn(text, NOW)).toEqual(asOf);
  });

  it.each([
    '',
    'yesterday',
    '2026-11-19',
    '2026-11-19T15:00:00',
    '2026-13-45T15:00:00Z',
    '2026-02-31T15:00:00Z',
    '2026-11-19T15:00Z',
    '1e3',
    '99999999999999999999',
  ])('of %p is none', (text) => {
    expect(asOfIn(text, NOW)).toBeNull();
  });

  it('is none while it is still to come', () => {
    expect(asOfIn('2026-11-19T16:00:01Z', NOW)).toBeNull();
  });

  const entries = [
    { position: 10, at: '2026-11-19T15:00:00.500Z' },
    { position: 20, at: '2026-11-19T15:01:00.000Z' },
  ];

  it.each([
    ['9', -1],
    ['10', 0],
    ['19', 0],
    ['99', 1],
    ['2026-11-19T15:00:00.499Z', -1],
    ['2026-11-19T15:00:00.500Z', 0],
    ['2026-11-19T15:59:00Z', 1],
  ])('of %p is after event %p', (text, index) => {
    expect(indexAt(entries, asOfIn(text, NOW)!)).toBe(index);
  });

  it('is set beside the other parameters, and left out with its reader for the present', () => {
    const parameters = new URLSearchParams('tab=notes&asOf=1&as=referrer');
    expect(String(withAsOf(parameters, '20'))).toBe('tab=notes&as=referrer&asOf=20');
    expect(String(withAsOf(parameters, null))).toBe('tab=notes');
  });
});
