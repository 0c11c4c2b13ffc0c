import { describe, expect, it } from '@jest/globals';
import { choosePasswordForm, PASSWORD_RULES } from './password.contract.js';

const faultsOf = (newPassword: string, confirmPassword = newPassword) =>
  choosePasswordForm
    .safeParse({ newPassword, confirmPassword })
    .error?.issues.map(({ path, message }) => [path.join(), message]) ?? [];

describe('A new password', () => {
  it.each([
    ['Aa1!567', 'New password must be at least 8 letters'],
    ['AA1!5678', 'New password must contain a lowercase letter'],
    ['aa1!5678', 'New password must contain an uppercase letter'],
    ['Aab!cdef', 'New password must contain a number'],
    ['Aa1.5678', 'New password must contain a special character (@$!%*?&#)'],
    [`Aa1!${'x'.repeat(253)}`, 'New password is limited to 256 characters'],
  ])('%s is refused: %s', (password, message) => {
    expect(faultsOf(password)).toEqual([['newPassword', message]]);
  });

  it.each(['Aa1!5678', `Aa1!${'x'.repeat(252)}`, 'Éé1! ሰላም'])('%s is taken', (password) => {
    expect(faultsOf(password)).toEqual([]);
  });

  it('must be typed the same twice', () => {
    expect(faultsOf('Aa1!5678', 'Aa1!5679')).toEqual([['confirmPassword', 'Passwords must match']]);
    expect(faultsOf('', 'x').map(([path]) => path)).toEqual(['newPassword', 'confirmPassword']);
  });

  it('meets no rule of the checklist while it is empty', () => {
    expect(PASSWORD_RULES.filter(({ isMetBy }) => isMetBy(''))).toEqual([]);
  });
});
