import { type Recorded, referralId, type ReferralSubmitted } from '@throughline/domain';
import { type RawBuilder, sql } from 'kysely';
import { oldestToMail } from './mail-limits.js';

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
