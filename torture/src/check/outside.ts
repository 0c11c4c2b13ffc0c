import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Recorded } from '@throughline/domain';
import {
  checkpointKeys,
  type EventStore,
  openTreeFolder,
  treeSigner,
  VerifiedTree,
  verifyEvents,
  verifyLog,
} from '@throughline/event-store';
import { type ReadModelSchema, viewingLog } from '@throughline/read-models';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { wordsOfFinding } from '../../../apps/worker/src/log-tree/finding-words.js';

/* What leaves the log: mails, viewings, checkpoints. */

export interface SentMails {
  /** The message ids of all messages that were accepted in this seed. */
  readonly messageIds: readonly string[];
  /** False: the mailbox has deleted the oldest ones. */
  readonly isWhole: boolean;
}

/**
 * Each mail that an event calls sent was accepted, and once: a process that is killed between the mail server's word and the event sends the
 * same mail again, with the same id, so there may be as many repeated ones as there were such faults.
 */
export function checkMails(
  events: readonly Recorded[],
  { messageIds, isWhole }: SentMails,
  mayRepeat: number,
): readonly string[] {
  const accepted = new Set(messageIds);
  const recorded = events.flatMap(({ data }) => {
    const { messageId } = data as { readonly messageId?: unknown };
    return typeof messageId === 'string' ? [messageId] : [];
  });
  const missing = isWhole ? recorded.filter((id) => !accepted.has(id)) : [];
  const repeated = messageIds.length - accepted.size;
  return [
    ...missing.map((id) => `the mail ${id} is recorded as sent, and was not`),
    ...(repeated > mayRepeat ? [`${repeated} mails were sent again; the faults explain ${mayRepeat}`] : []),
  ];
}

/** The messages that were captured after this id. */
export async function readMails(pool: Pool, after: number): Promise<SentMails> {
  const { rows } = await pool.query<{ id: string; message_id: string }>(
    `select id, message_id from captured_mail where id > $1 and kind = 'mail' order by id`,
    [after],
  );
  const { rows: ends } = await pool.query<{ first: string | null }>('select min(id) as first from captured_mail');
  return { messageIds: rows.map((row) => row.message_id), isWhole: Number(ends[0]?.first ?? 0) <= after + 1 };
}

export async function lastMail(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ last: string | null }>('select max(id) as last from captured_mail');
  return Number(rows[0]?.last ?? 0);
}

/** What a person was shown on a screen: by pages, and by live changes. */
export interface Shown {
  readonly name: string;
  readonly userId: string;
  readonly referralIds: ReadonlySet<string>;
}

/** Every referral that a person was shown is in the access log, for that person. */
export function checkViewings(
  shown: readonly Shown[],
  viewed: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  return shown.flatMap(({ name, userId, referralIds }) => {
    const missing = [...referralIds].filter((id) => !viewed.get(userId)?.has(id));
    return missing.length === 0
      ? []
      : [`${name} showed ${missing.length} of ${referralIds.size} referrals without an entry, such as ${missing[0]}`];
  });
}

/** The referrals that the access log has, by person: from entries of their own, and from deliveries that they followed. */
export async function readViewings(pool: Pool): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await pool.query<{ user_id: string; ids: string[] }>(
    `select user_id, array_agg(distinct id) as ids from (
       select user_id, unnest(referral_ids) as id from access_log where user_id is not null
       union all
       select follower.user_id, unnest(live_access.referral_ids)
         from live_access join access_log follower on follower.follow_id = any(live_access.follow_ids)
        where follower.user_id is not null) as seen
     group by user_id`,
  );
  return new Map(rows.map((row) => [row.user_id, new Set(row.ids)]));
}

interface Trees {
  readonly store: Pick<EventStore, 'readStored' | 'readStream'>;
  readonly db: Kysely<ReadModelSchema>;
  /** The folder with both trees. */
  readonly folder: string;
  readonly key: string;
}

/** What is signed is what is there, and the checkpoints continue one another: never two of one size. */
export async function checkCheckpoints({ store, db, folder, key }: Trees): Promise<readonly string[]> {
  if (!existsSync(join(folder, 'checkpoint'))) return ['no checkpoint of the log was signed'];
  const url = pathToFileURL(folder).href;
  const open = async (log: 'log' | 'access-log') => {
    const of = openTreeFolder(url, log);
    const { vkey } = await treeSigner(of, key, 'http://portal.test');
    return VerifiedTree.open(of, checkpointKeys([vkey], log));
  };
  const events = await verifyEvents({ store, tree: await open('log') });
  const viewings = await verifyLog({ log: viewingLog(db), tree: await open('access-log') });
  return [
    ...events.findings.map((found) => wordsOfFinding(found, 'event')),
    ...viewings.findings.map((found) => wordsOfFinding(found, 'viewing')),
  ];
}
