import { describe, expect, it } from '@jest/globals';
import { passwordFaults } from '../apps/identity/src/user/passwords.js';
import { PASSWORD_RULES } from '@throughline/contracts';

/** Two implementations that must not import each other: the portal's checklist, and the identity provider, which decides. */
describe('The rules of a password', () => {
  it.each(['', 'a', 'A', '1', '!', 'aA1!', 'longenough', 'LONGENOUGH1', 'Longenough1', 'É1?ééééé'])(
    'are applied alike to %j by the portal and by the identity provider',
    (password) => {
      const faults = PASSWORD_RULES.filter(({ isMetBy }) => !isMetBy(password)).map(({ fault }) => fault);
      expect(faults).toEqual(
        passwordFaults(password, '').filter((fault) => PASSWORD_RULES.some((rule) => rule.fault === fault)),
      );
    },
  );
});
