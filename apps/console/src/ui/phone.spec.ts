import { describe, expect, it } from '@jest/globals';
import { formatPhone, phoneDigits } from './phone.js';

describe('Phone', () => {
  it.each([
    ['(602) 555-0112', '6025550112'],
    ['+1 602.555.0112', '6025550112'],
    ['1-602-555-0112', '6025550112'],
    ['602 555', '602555'],
    ['602555011299', '6025550112'],
  ])('keeps the ten digits of %s', (typed, digits) => expect(phoneDigits(typed)).toBe(digits));

  it('is shown as a US number while it grows, in 14 characters at most', () => {
    const shown = Array.from('6025550112', (_, index) => formatPhone('6025550112'.slice(0, index + 1)));
    expect(shown).toEqual([
      '6', '60', '602', '(602) 5', '(602) 55', '(602) 555', '(602) 555-0', '(602) 555-01', '(602) 555-011', '(602) 555-0112',
    ]); // prettier-ignore
  });

  it('can be shortened from the end again', () => {
    expect(formatPhone(phoneDigits('(602) 555-'))).toBe('(602) 555');
    expect(formatPhone(phoneDigits('(602) '))).toBe('602');
  });
});
