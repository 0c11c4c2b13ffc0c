import { describe, expect, it } from '@jest/globals';
import { isEmail, mailboxOf } from './email.js';

describe('An e-mail address', () => {
  it.each([
    'ana@plan.example',
    'r&d@plan.example',
    "o'neill+referrals@mail.plan.example",
    '!#$%&*+-/=?^_`{|}~@plan.example',
    '1@2.example',
    'ana@plan.museum',
    'ana@xn--bcher-kva.example',
    'ana@plan.xn--p1ai',
    'ana@bücher.example',
    'josé@bücher.example',
    'josé@bücher.example'.normalize('NFD'),
    'анна@почта.рф',
    'ليلى@موقع.وزارة',
    '用户@例子.广告',
    'उपयोगकर्ता@उदाहरण.भारत',
    'ANA@PLAN.EXAMPLE',
    `${'x'.repeat(64)}@plan.example`,
  ])('may be %s', (address) => expect(isEmail(address)).toBe(true));

  it.each([
    '',
    'ana',
    'ana@',
    '@plan.example',
    'ana@plan',
    'ana@@plan.example',
    'ana@b@plan.example',
    '.ana@plan.example',
    'ana.@plan.example',
    'a..na@plan.example',
    'ana ruiz@plan.example',
    '"ana ruiz"@plan.example',
    'Ana <ana@plan.example>',
    'ana@plan.example,leo@plan.example',
    'ana@plan.example\nBcc: leo@plan.example',
    'ana\0@plan.example',
    'an\u202ea@plan.example',
    'an\u200ba@plan.example',
    'ana@plan..example',
    'ana@-plan.example',
    'ana@plan-.example',
    'ana@plan_x.example',
    'ana@plan.example.',
    'ana@plan.example/x',
    'ana@plan.example:25',
    'ana@plan.example?x',
    'ana@plan.example#x',
    'ana@pl%61n.example',
    'ana@10.0.0.1',
    'ana@[10.0.0.1]',
    'ana@1.2',
    'ana@plan.123',
    'ana@0x7f.1',
    'ana@xn--a.example',
    `ana@${'x'.repeat(64)}.example`,
    `${'x'.repeat(65)}@plan.example`,
    `${'é'.repeat(33)}@plan.example`,
    'ana@plan.example\ud83d',
  ])('is not %j', (address) => expect(isEmail(address)).toBe(false));
});

describe('The mailbox of an address', () => {
  it.each([
    'Z9+orders@Victim.example',
    'z.9@victim.example',
    'z.9.+or.ders@victim.example',
    'z9@ｖictim.example',
    'z9@victim。example',
    'ｚ9@𝐯ictim．example',
    ' z9@victim.example ',
  ])('is one for %s as for its plain spelling', (spelling) => expect(mailboxOf(spelling)).toBe('z9@victim.example'));

  it('is the same for an international domain and its ASCII form', () => {
    expect(mailboxOf('jörg@bücher.example')).toBe(mailboxOf('jörg@xn--bcher-kva.example'));
  });

  it('differs for another name or domain', () => {
    const boxes = [
      'ana@plan.example',
      'ana@plan.test',
      'anna@plan.example',
      'ana@pl.an.example',
      'ánà@plan.example',
    ].map(mailboxOf);
    expect(new Set(boxes).size).toBe(boxes.length);
  });
});
