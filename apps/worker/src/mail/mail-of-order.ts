import { type Recorded, referralId, type ReferralSubmitted } from '@throughline/domain';
import { type RawBuilder, sql } from 'kysely';

/**
 * A mail about an order is sent for this long after it. A log that was copied, imported or read by a new planner from its beginning sends no
 * mail about last year's orders. Milliseconds.
 */
const MAIL_MAX_AGE_MS = 3 * 24 * 3_600_000;

/** `submittedAt`: ISO 8601. */
export const isRecentEnoughToMail = (submittedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(submittedAt) < MAIL_MAX_AGE_MS;

/** What happened before is too old for a mail. */
export const oldestToMail = (now: Date): Date => new Date(now.getTime() - MAIL_MAX_AGE_MS);

/** A referral with a lower id is too old for a mail. */
export const oldestReferralToMail = (now: Date): string =>
  referralId({ at: oldestToMail(now).toISOString(), random: 0 });

/** Whether the referrer wants mail about the order. */
export const asksForMail = ({ data }: Recorded<ReferralSubmitted>): boolean =>
  data.order.referralInfo.sendNotificationsFlag;

/**
 * A referrer who was not signed in (ordering specification, section 6) and wants mail gets an account: without the mail they could not
 * activate it.
 */
export const asksForAccount = (submitted: Recorded<ReferralSubmitted>): boolean =>
  submitted.metadata.actor.userId === null && asksForMail(submitted);

/** The condition of `asksForMail` for a row of `referral_detail`: a recent order whose referrer wants mail about it. */
export const rowAsksForMail = (now: Date): RawBuilder<boolean> => sql`referral_id >= ${oldestReferralToMail(now)}
    and (detail -> 'order' -> 'referralInfo' ->> 'sendNotificationsFlag')::boolean`;
