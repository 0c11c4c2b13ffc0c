import { describe, expect, it } from '@jest/globals';
import { argon2PasswordHash, passwordFaults } from './passwords.js';

const LOGIN = 'rosa.ngata@plan.example';
const faults = (password: string) => passwordFaults(password, LOGIN);

describe('Password rules', () => {
  it('accept a password with every kind of character', () => {
    expect(faults('Corr3ct-horse!')).toEqual([]);
  });

  it.each([
    ['Shr4q!a', 'New password must be at least 8 letters'],
    ['NO-L0WERCASE!', 'New password must contain a lowercase letter'],
    ['no-upp3rcase!', 'New password must contain an uppercase letter'],
    ['No-number-here!', 'New password must contain a number'],
    ['No-special-0ne', 'New password must contain a special character (@$!%*?&#)'],
  ])('refuse %s: %s', (password, fault) => {
    expect(faults(password)).toEqual([fault]);
  });

  it.each([
    'P@ssw0rd2024!',
    'Welcome1!',
    'Qwerty123!',
    '$unsh1ne!9',
    '!Letmein99',
    'Pass123word!',
    'Hospital1!',
    'Referral#26',
    'password1!A',
    'A1!password',
    'a-Password-1!',
    'P@ssw0rd2024!x9',
    '1!Z-Sunsh1ne-7b!',
    'Zebra-2026!',
    '1Q2w3e4r!',
    '1qaz2wsX!',
    'Trustno1!',
    'Abcd1234!',
    'Walnut#1987b',
    'Apassword1!',
    'xQwerty123!',
    'PasswordX-1',
    'Lovelove12!',
    'Monkeymonkey7!',
  ])('recognise %s despite its decoration', (password) => {
    expect(faults(password)).toContain('New password is too easy to guess');
  });

  it.each([
    'Zebra-and-walnut-7!',
    'My dragon eats 3 apples!',
    'Monkey&Walnut4',
    'Correct-horse-battery-5taple!',
    'The password is 8 ducks!',
    'Throughline1!',
    'Blue-river-42!',
    'Blue-harbor-58!',
    'An0ther-horse!',
    'K7#jw2$mQ9!',
    'x9#Tq!4vLz',
    'Wr0ng-password!',
  ])('accept %s, which only contains a common word or none', (password) => {
    expect(faults(password)).toEqual([]);
  });

  it('refuse the name of the login, but leave short ones alone', () => {
    expect(faults('Rosa.Ngata1!')).toEqual(['New password must not contain your username']);
    expect(passwordFaults('Bobsled-ride1!', 'bob@plan.example')).toEqual([]);
  });

  it('accept long passphrases and any script, up to the limit', () => {
    expect(faults(`Aa1!${'x'.repeat(252)}`)).toEqual([]);
    expect(faults(`Aa1!${'x'.repeat(253)}`)).toEqual(['New password is limited to 256 characters']);
    expect(faults('Приве́т-мир-7!')).toEqual([]);
  });
});

describe('A stored password', () => {
  it('is kept as Argon2id with the parameters that OWASP asks for: 19 MiB, two passes, one lane', async () => {
    const { hash, verify } = await argon2PasswordHash();
    const stored = await hash('Corr3ct-horse!');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([await verify(stored, 'Corr3ct-horse!'), await verify(stored, 'corr3ct-horse!')]).toEqual([true, false]);
    expect(await verify(undefined, 'Corr3ct-horse!')).toBe(false);
  });
});
