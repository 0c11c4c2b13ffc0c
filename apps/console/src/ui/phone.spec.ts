import { describe, expect, it } from '@jest/globals';
import { formatPhone, phoneDigits } from './phone.js';

describe('Phone', () => {
  it('takes whatever is pasted down to ten digits', () => {
    expect(phoneDigits('+1 (602) 555-0112')).toBe('6025550112');
    expect(phoneDigits('602.555.0112 ext 9')).toBe('6025550112');
  });

  it('is shown as a US number while it grows', () => {
    expect(['6', '6025', '602555', '6025550112'].map(formatPhone)).toEqual(['6', '(602) 5', '(602) 555', '(602) 555-0112']);
  });

  it('gives back what it shows', () => {
    expect(phoneDigits(formatPhone('6025550112'))).toBe('6025550112');
  });
});
