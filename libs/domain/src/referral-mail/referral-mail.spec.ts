import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import {
  referralMailDecider,
  type ReferralMailEvent,
  type RecordReferralMail,
  type WithholdReferralMail,
} from './referral-mail.js';

const mail = { referralId: '1', messageId: 'referral-mail.1@portal.example', sentAt: '2026-11-21T11:27:12.000Z' };
const record: RecordReferralMail = { type: 'RecordReferralMail', data: mail };
const withheldNow = { referralId: '1', withheldAt: '2026-11-21T11:27:12.000Z' };
const withhold: WithholdReferralMail = { type: 'WithholdReferralMail', data: withheldNow };
const withheld: ReferralMailEvent = { type: 'ReferralMailWithheld', data: withheldNow };
const sent: ReferralMailEvent = { type: 'ReferralMailSent', data: mail };

describe('The mail with the referral ID', () => {
  it('is recorded as sent', () => {
    given(referralMailDecider, []).when(record).then([sent]);
  });

  it('is recorded as sent once', () => {
    const later = { ...record, data: { ...mail, sentAt: '2026-11-21T12:00:00.000Z' } };
    given(referralMailDecider, [sent]).when(later).thenNothing();
  });

  it('is recorded as withheld, once, and is not sent afterwards', () => {
    given(referralMailDecider, []).when(withhold).then([withheld]);
    given(referralMailDecider, [withheld]).when(withhold).thenNothing();
    given(referralMailDecider, [withheld]).when(record).thenNothing();
  });

  it('is not withheld after it was sent', () => {
    given(referralMailDecider, [sent]).when(withhold).thenNothing();
  });
});
