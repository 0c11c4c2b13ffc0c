import type { Recorded, ReferralSubmitted } from '@throughline/domain';

/** Does the referrer want to be mailed? */
const wantsMail = ({ data }: Recorded<ReferralSubmitted>): boolean => data.order.referralInfo.sendNotificationsFlag;

/** Is the referrer mailed at once? Of an order that asks for a benefit, only when it was told what became of that. */
export const isForAMail = (submitted: Recorded<ReferralSubmitted>): boolean =>
  wantsMail(submitted) && submitted.data.eligiblePatientId === undefined;

/**
 * An account is opened for who was not signed in (ordering specification, section 6) and wants to be mailed: without the mail nobody
 * could activate it.
 */
export const isForAnAccount = (submitted: Recorded<ReferralSubmitted>): boolean =>
  submitted.metadata.actor.userId === null && wantsMail(submitted);
