import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import type { RecordReferralMail } from './message.commands.js';
import { messageDecider } from './message.decider.js';
import type { MessageEvent } from './message.events.js';

const mail = { referralId: '1', messageId: 'referral-mail.1@portal.example', sentAt: '2026-11-21T11:27:12.000Z' };
const record: RecordReferralMail = { type: 'RecordReferralMail', data: mail };
const sent: MessageEvent = { type: 'ReferralMailSent', data: mail };

describe('The mail with the referral ID', () => {
  it('is known to be sent', () => {
    given(messageDecider, []).when(record).then([sent]);
  });

  it('was sent once, whoever says so again', () => {
    const later = { ...record, data: { ...mail, sentAt: '2026-11-21T12:00:00.000Z' } };
    given(messageDecider, [sent]).when(later).thenNothing();
  });
});
