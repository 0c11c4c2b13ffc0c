import type { Command } from '../kernel/command.js';
import type { ReferralMailSent } from './message.events.js';

/** A mail server took the mail with the referral's ID. */
export type RecordReferralMail = Command<'RecordReferralMail', ReferralMailSent['data']>;

export type MessageCommand = RecordReferralMail;
