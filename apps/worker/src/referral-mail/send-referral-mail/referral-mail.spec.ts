import { describe, expect, it } from '@jest/globals';
import { referralMail } from './referral-mail.js';

const ID = '263254123071844';
const order = {
  to: 'ana@plan.example',
  language: 'en' as const,
  referralId: ID,
  publicOrigin: 'https://portal.example',
};

describe('The mail with the referral ID', () => {
  it.each([
    [false, `Referral ${ID} was received`, 'Thank you'],
    [true, `Referral ${ID} will not be delivered`, 'nothing will be delivered.'],
  ])('has the ID in its subject, and a link to the referral (refused: %j)', (isRefused, subject, words) => {
    const mail = referralMail({ ...order, isRefused });
    expect(mail).toMatchObject({ to: 'ana@plan.example', subject });
    expect(mail.text).toContain(words);
    expect(mail.text.split('\n')).toContain(`https://portal.example/referral/${ID}`);
  });

  it('does not thank the referrer for an order that was refused', () => {
    expect(referralMail({ ...order, isRefused: true }).text).not.toMatch(/thank|received/i);
  });

  it('has the same Message-ID whenever it is made', () => {
    const [one, other] = [false, true].map((isRefused) => referralMail({ ...order, isRefused }).messageId);
    expect(one).toBe(`referral-mail.${ID}@portal.example`);
    expect(other).toBe(one);
  });
});
