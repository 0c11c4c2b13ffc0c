import { type Recorded, referralId, type ReferralSubmitted } from '@throughline/domain';
import { type RawBuilder, sql } from 'kysely';

/**
 * For how long after an order mail about it is sent. A log that was copied, imported or read by a new planner from its beginning must not
 * send mail about last year's orders. Milliseconds.
 */
const MAIL_MAX_AGE_MS = 3 * 24 * 3_600_000;

/** `submittedAt`: ISO 8601. */
export const isRecentEnoughToMail = (submittedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(submittedAt) < MAIL_MAX_AGE_MS;

/** Events before this are too old for a mail. */
export const oldestToMail = (now: Date): Date => new Date(now.getTime() - MAIL_MAX_AGE_MS);

/** A referral with a lower id is too old for a mail. */
export const oldestReferralToMail = (now: Date): string =>
  referralId({ at: oldestToMail(now).toISOString(), random: 0 });

/** Whether the referrer wants mail about the order. */
export const asksForMail = ({ data }: Recorded<ReferralSubmitted>): boolean =>
  data.order.referralInfo.sendNotificationsFlag;

/**
 * A referrer who was not signed in (ordering specification, section 6) and wants mail gets an account. Without mail they could not activate
 * it.
 */
export const asksForAccount = (submitted: Recorded<ReferralSubmitted>): boolean =>
  submitted.metadata.actor.userId === null && asksForMail(submitted);

/** `asksForMail` in SQL, for a row of `referral_detail`: a recent order whose referrer wants mail about it. */
export const rowAsksForMail = (now: Date): RawBuilder<boolean> => sql`referral_id >= ${oldestReferralToMail(now)}
    and (detail -> 'order' -> 'referralInfo' ->> 'sendNotificationsFlag')::boolean`;
