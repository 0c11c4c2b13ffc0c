import { describe, expect, it } from '@jest/globals';
import { inOwnTime } from './central-times.js';

const REFUSAL = 'Minh Tran changed this on Nov 28, 2026, 11:21 PM Central Time from “1” to “2”.';

describe('Moments in the words of the API', () => {
  it.each([
    ['Pacific/Honolulu', /^Minh Tran changed this on Nov 28, 2026, 7:21 PM Hawaii-Aleutian .*Time from “1” to “2”\.$/],
    ['Europe/Berlin', /^Minh Tran changed this on Nov 29, 2026, 6:21 AM Central European Time from “1” to “2”\.$/],
    ['America/Chicago', /^Minh Tran changed this on Nov 28, 2026, 11:21 PM Central Time from “1” to “2”\.$/],
  ])('are said in the zone of the reader: %s', (zone, words) => expect(inOwnTime(REFUSAL, zone)).toMatch(words));

  it('are right in summer, and what is no moment stays', () => {
    const summer = 'Choose a day (Central Time). Done on Jul 4, 2026, 12:05 AM Central Time, and on Jul 5.';
    expect(inOwnTime(summer, 'Asia/Kolkata')).toBe(
      'Choose a day (Central Time). Done on Jul 4, 2026, 10:35 AM India Standard Time, and on Jul 5.',
    );
  });
});
