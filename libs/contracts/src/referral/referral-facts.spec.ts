import { describe, expect, it } from '@jest/globals';
import { referralId } from './referral.contract.js';
import { typedRecertificationId, typedReferralId, withoutGroups } from './referral-facts.js';

describe('A referral id that was typed or pasted', () => {
  it.each([
    ['as one run', '263254123071844'],
    ['in groups', '26325 41230 71844'],
    ['with spaces of other widths', '26325\u00a041230\u2009\u202f71844'],
    ['with dashes', '26325-41230\u201371844'],
    ['with the minus sign', '26325\u221241230 71844'],
    ['with what is not seen', '\u200e26325\u200b4123071844\ufeff'],
    ['with space around it', '\t 263254123071844\r\n'],
  ])('%s is recognised, by a field and by a call', (_, text) => {
    expect(withoutGroups(text)).toBe('263254123071844');
    expect(typedReferralId(text)).toBe('263254123071844');
    expect(referralId.parse(text)).toBe('263254123071844');
  });

  it('is not extracted from other text', () => {
    expect(['Ruiz', '85', 'MD-4711', '', '-', '26325 x'].map(typedReferralId)).toEqual(Array(6).fill(null));
    expect([' 26325x ', '-', ''].map(withoutGroups)).toEqual(['26325x', '-', '']);
  });

  it.each(['', '-', 'Ruiz', '26325x', '../263254123071844'])('is not “%s”', (text) =>
    expect(referralId.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Referral ID must contain only numbers.',
    ]),
  );

  it('of a recertification is one only when it is as long as the shortest', () => {
    const typed = ['r 26325 41230 71844 01', 'R26325 41230 71844', 'R26325 41230', '26325 41230 71844'];
    expect(typed.map(typedRecertificationId)).toEqual(['R26325412307184401', 'R263254123071844', null, null]);
  });
});
