import type { Recorded, ReferralSubmitted } from '@throughline/domain';

/** Does the referrer want to be mailed? */
export const isForAMail = ({ data }: Recorded<ReferralSubmitted>): boolean =>
  data.order.referralInfo.sendNotificationsFlag;

/**
 * An account is opened for who was not signed in (ordering specification, section 6) and wants to be mailed: without the mail nobody
 * could activate it.
 */
export const isForAnAccount = (submitted: Recorded<ReferralSubmitted>): boolean =>
  submitted.metadata.actor.userId === null && isForAMail(submitted);
