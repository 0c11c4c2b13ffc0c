import type { FeedPosition, UnreadNotes } from '@throughline/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isUnread, theirReading } from '../note/note.query.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';

/** Counting stops at this number where a screen shows one number for all referrals. */
const MAX_COUNTED = 100;

interface CountUnread {
  readonly userId: string;
  /** The referrals that the person may read. */
  readonly readable: ReferralScope;
  /** One of the provider's staff: their unread internal notes are counted as well, and the notes that need action. */
  readonly isInsider: boolean;
  /** Notes before this are not counted in `total`. ISO 8601. */
  readonly since: string;
  readonly referralIds: readonly string[];
}

/**
 * The unread notes of a person: how many are in referrals that concern them (`MAX_COUNTED` at most), and how many each of these referrals
 * has. A referrer is concerned by their own referrals, one of the provider's staff by those of `referralsOf`. Notes of recertifications are
 * not counted, because the number leads to the Notes list, which does not have them: whoever works on one is notified of its notes.
 */
export async function countUnread(db: Kysely<ReadModelSchema>, query: CountUnread): Promise<UnreadNotes> {
  const { userId, readable, isInsider, since, referralIds } = query;
  const isOneOf = sql<boolean>`note.referral_id = any(${referralIds}::text[])`;
  const isRecent = sql<boolean>`written_at > ${since}`;
  const concerns = isInsider
    ? sql<boolean>`note.referral_id in (${referralsOf(userId)}) and note.referral_id not like 'R%'`
    : within({ kind: 'own', userId });
  const unread = (condition: RawBuilder<boolean>) =>
    isInsider
      ? sql`${unreadExternal(userId, condition)} union all ${unreadInternal(userId, condition)}`
      : unreadExternal(userId, condition);
  const { rows } = await sql<{
    total: number;
    referrals: Record<string, number>;
    action_needed: number;
    feed: FeedPosition;
  }>`
    select (select count(*) from (select 1 from (${unread(sql`${concerns} and ${isRecent}`)}) unread limit ${MAX_COUNTED}) counted) as total,
           (select coalesce(json_object_agg(referral_id, units), '{}')
              from (select referral_id, count(*) as units
                      from (${unread(sql`${isOneOf} ${isInsider ? sql`` : sql`and ${within(readable)}`}`)}) unread
                     group by referral_id) by_referral) as referrals,
           ${isInsider ? sql`(select count(*) from note_list where action_needed)` : sql`0`} as action_needed,
           (select json_build_object('epoch', epoch, 'position', last_position) from change_feed_state) as feed`.execute(
    db,
  );
  const [answer] = rows;
  if (!answer) throw new Error('A count without an answer.');
  const { total, referrals, action_needed, feed } = answer;
  return { total: Number(total), referrals, actionNeeded: Number(action_needed), feed };
}

const unreadExternal = (userId: string, condition: RawBuilder<boolean>) => sql`
  select note.referral_id from note_list note ${theirReading(userId)} where ${condition} and ${isUnread(userId)}`;

/** The additional information of an order is left out, because it is part of the order. */
const unreadInternal = (userId: string, condition: RawBuilder<boolean>) => sql`
  select note.referral_id
    from internal_note note
    left join internal_note_reading reading on reading.referral_id = note.referral_id and reading.user_id = ${userId}
   where ${condition} and format = 'html' and deleted_at is null and author_user_id <> ${userId}
     and not coalesce(note.note_id = any(reading.note_ids), false)`;

/** Work on a referral since this moment makes its notes concern a person. */
const LATELY = sql`now() - interval '90 days'`;

/** The referrals in which one of the provider's staff holds or recently held a task, recently wrote a note, or was recently mentioned. */
const referralsOf = (userId: string) => sql`
  select referral_id from task_queue where assignee_id = ${userId} and (completed_at is null or completed_at > ${LATELY})
  union select referral_id from note_list where author_user_id = ${userId} and written_at > ${LATELY}
  union select referral_id from internal_note where author_user_id = ${userId} and written_at > ${LATELY}
  union select referral_id from internal_note where mentions @> array[${userId}] and written_at > ${LATELY}`;
