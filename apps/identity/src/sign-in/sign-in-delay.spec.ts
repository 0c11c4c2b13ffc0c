import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_DELAY, ADDRESS_DELAY, delaySeconds } from './sign-in-delay.js';

describe('Sign-in delay', () => {
  it('is nothing for the first failures, then doubles up to a minute', () => {
    const delays = [1, 4, 5, 6, 7, 10, 11, 12, 1000].map((failures) => delaySeconds(failures, ACCOUNT_DELAY));
    expect(delays).toEqual([0, 0, 1, 2, 4, 32, 60, 60, 60]);
  });

  it('leaves room for an office behind one address', () => {
    expect(delaySeconds(50, ADDRESS_DELAY)).toBe(0);
    expect(delaySeconds(51, ADDRESS_DELAY)).toBe(1);
  });
});
