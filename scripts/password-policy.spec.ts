import { describe, expect, it } from '@jest/globals';
import {
  GUESSABLE_WORDS,
  newPasswordFault,
  LAST_PASSWORDS,
  policyOf,
} from '../apps/console/src/session/dialogs/password-policy.js';
import { PASSWORD_POLICY, passwordFaults } from '../apps/identity/src/user/passwords.js';

const LOGIN = 'rosa.ngata@plan.example';
const isOpen = (password: string) => policyOf(password, LOGIN).some(({ isMet }) => isMet === false);
const capitalised = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const decorated = GUESSABLE_WORDS.trim()
  .split(/\s+/)
  .flatMap((word) => [
    `${capitalised(word)}1!234`,
    `!!1A${word}`,
    `${capitalised(word)}#2099`,
    `${capitalised(word)}1!a`,
    `x${capitalised(word)}1!`,
    `${capitalised(word)}x1!`,
    `${capitalised(word)}${word}1!`,
  ]);

/** The console and the embedded identity provider share no code: this spec makes sure that one shows what the other enforces. */
describe('The rules of a password that are shown while it is typed', () => {
  it.each([
    'Password1!',
    'P@ssw0rd2024!',
    '$unsh1ne!9',
    'Pass123word!',
    'Rosa.Ngata1!',
    'brfltz1!A',
    'Sh0rt!a',
    'no-upp3rcase!',
    'NO-L0WERCASE!',
    'No-number-here!',
    'No-special-0ne',
    'Corr3ct-horse!',
    'Приве́т-мир-7!',
    `Aa1!${'x'.repeat(252)}`,
    ...decorated,
  ])('are those that the provider enforces: %s', (password) => {
    const [fault] = passwordFaults(password, LOGIN);
    expect(newPasswordFault(password, LOGIN)).toBe(fault);
    expect(isOpen(password)).toBe(fault !== undefined);
  });

  it('leave to the provider what its list alone has', () => {
    expect(newPasswordFault('Walnut-2026!', LOGIN)).toBeUndefined();
    expect(passwordFaults('Walnut-2026!', LOGIN)).toEqual(['New password is too easy to guess']);
  });

  it('are refused as the provider does above its limit', () => {
    const long = `Aa1!${'x'.repeat(2_000)}`;
    expect([newPasswordFault(long, LOGIN)]).toEqual(passwordFaults(long, LOGIN));
  });

  it('leave a short username alone, as the provider does', () => {
    expect([
      newPasswordFault('Bobsled-ride1!', 'bob@plan.example'),
      passwordFaults('Bobsled-ride1!', 'bob@plan.example'),
    ]).toEqual([undefined, []]);
  });

  it('name how many passwords are remembered, and are not met while nothing is typed', () => {
    expect(LAST_PASSWORDS).toBe(PASSWORD_POLICY.age.historyCount);
    expect(policyOf('', LOGIN).filter(({ isMet }) => isMet)).toEqual([]);
    expect(policyOf('', LOGIN).at(-1)?.label).toContain(String(LAST_PASSWORDS));
  });
});
