import { describe, expect, it } from '@jest/globals';
import { referralMail } from './referral-mail.js';

const ID = '263254123071844';

describe('The mail with the referral ID', () => {
  const mail = referralMail('ana@plan.example', ID, 'https://portal.example');

  it('has the ID in its subject, and a link to the referral', () => {
    expect(mail).toMatchObject({ to: 'ana@plan.example', subject: `Referral ${ID} was received` });
    expect(mail.text.split('\n')).toContain(`https://portal.example/referral/${ID}`);
  });

  it('is known for the same mail whenever it is made', () => {
    expect(mail.messageId).toBe(`referral-mail.${ID}@portal.example`);
  });
});
