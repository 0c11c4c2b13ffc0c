import { describe, expect, it } from '@jest/globals';
import { ACT_KINDS } from '@throughline/domain';
import { addressOf, foundWords, kindWords, periods, pressed } from './audit-view.js';

describe('The search of the audit', () => {
  it('shows a value only, leaves it out, or neither', () => {
    expect(pressed([], 'ana', false)).toEqual(['ana']);
    expect(pressed(['ana', 'sam'], 'ana', false)).toEqual(['sam']);
    expect(pressed(['ana', 'sam'], 'ana', true)).toEqual(['sam', '-ana']);
    expect(pressed(['-ana'], 'ana', true)).toEqual([]);
  });

  it('names periods by days, and weeks from Monday to Sunday', () => {
    const of = (today: string) => periods(today).map(({ from, to }) => `${from} ${to}`);
    expect(of('2026-11-25')).toEqual([
      '2026-11-25 2026-11-25',
      '2026-11-19 2026-11-25',
      '2026-11-23 2026-11-25',
      '2026-11-16 2026-11-22',
    ]);
    expect(of('2026-11-29').at(-1)).toBe('2026-11-16 2026-11-22');
    expect(of('2026-11-30').at(-1)).toBe('2026-11-23 2026-11-29');
  });

  it('names kinds of acts in words, each its own', () => {
    expect(['ItemsStopped', 'SubmissionPdfGenerated', 'TaskPutOnHold'].map(kindWords)).toEqual([
      'Items stopped',
      'Submission PDF generated',
      'Task put on hold',
    ]);
    expect(new Set(ACT_KINDS.map(kindWords)).size).toBe(ACT_KINDS.length);
  });

  it('keeps the period on the way to a person', () => {
    expect(addressOf('seen', 'ana', { from: '2026-11-16', to: '' })).toBe('/audit?tab=seen&person=ana&from=2026-11-16');
  });

  it('says how many there are, and when it stopped counting', () => {
    expect([1, 2341, 0].map((found) => foundWords({ found, isCapped: false }, 'act'))).toEqual([
      '1 act',
      '2,341 acts',
      '0 acts',
    ]);
    expect(foundWords({ found: 10_000, isCapped: true }, 'viewing')).toBe('More than 10,000 viewings');
  });
});
