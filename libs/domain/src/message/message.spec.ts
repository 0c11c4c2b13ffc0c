import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { messageDecider, type MessageEvent, type RecordReferralMail, type WithholdReferralMail } from './message.js';

const mail = { referralId: '1', messageId: 'referral-mail.1@portal.example', sentAt: '2026-11-21T11:27:12.000Z' };
const record: RecordReferralMail = { type: 'RecordReferralMail', data: mail };
const withheldNow = { referralId: '1', withheldAt: '2026-11-21T11:27:12.000Z' };
const withhold: WithholdReferralMail = { type: 'WithholdReferralMail', data: withheldNow };
const withheld: MessageEvent = { type: 'ReferralMailWithheld', data: withheldNow };
const sent: MessageEvent = { type: 'ReferralMailSent', data: mail };

describe('The mail with the referral ID', () => {
  it('is recorded as sent', () => {
    given(messageDecider, []).when(record).then([sent]);
  });

  it('is recorded as sent once', () => {
    const later = { ...record, data: { ...mail, sentAt: '2026-11-21T12:00:00.000Z' } };
    given(messageDecider, [sent]).when(later).thenNothing();
  });

  it('is recorded as withheld, once, and is not sent afterwards', () => {
    given(messageDecider, []).when(withhold).then([withheld]);
    given(messageDecider, [withheld]).when(withhold).thenNothing();
    given(messageDecider, [withheld]).when(record).thenNothing();
  });

  it('is not withheld after it was sent', () => {
    given(messageDecider, [sent]).when(withhold).thenNothing();
  });
});
