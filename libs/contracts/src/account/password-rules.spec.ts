import { describe, expect, it } from '@jest/globals';
import { PASSWORD_RULES, passwordFault } from './password-rules.js';

describe('A new password', () => {
  it.each([
    ['', 'New password must be at least 8 letters'],
    ['Aa1!567', 'New password must be at least 8 letters'],
    ['AA1!5678', 'New password must contain a lowercase letter'],
    ['aa1!5678', 'New password must contain an uppercase letter'],
    ['Aab!cdef', 'New password must contain a number'],
    ['Aa1.5678', 'New password must contain a special character (@$!%*?&#)'],
    [`Aa1!${'x'.repeat(253)}`, 'New password is limited to 256 characters'],
  ])('%s is refused: %s', (password, message) => expect(passwordFault(password)).toBe(message));

  it.each(['Aa1!5678', `Aa1!${'x'.repeat(252)}`, 'Éé1! ሰላም'])('%s is taken', (password) => {
    expect(passwordFault(password)).toBeUndefined();
  });

  it('meets no rule of the checklist while it is empty', () => {
    expect(PASSWORD_RULES.filter(({ isMetBy }) => isMetBy(''))).toEqual([]);
  });
});
