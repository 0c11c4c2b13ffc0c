import {
  DEFAULT_SETTINGS,
  MAIL_NOW_WITHIN_MS,
  mailIdOf,
  type MailKind,
  type NotificationFacts,
  type NotificationKind,
  type NotificationMailEvent,
  type NotificationReader,
  notificationRule,
  NOTES_TOGETHER_MS,
  type Recorded,
} from '@throughline/domain';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import { categoryOf, type Projection, type Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { notificationProjection, type NotifiedReferral } from './notification.js';

/** Notifications that a person may be mailed about. Once mailed, only the id is kept. */
export interface NotificationMailTable {
  mail_id: string;
  user_id: string | null;
  /** The setting that decides whether it is mailed. */
  mail_kind: MailKind | null;
  kind: NotificationKind | null;
  reader: NotificationReader | null;
  referral_id: string;
  facts: NotificationFacts | null;
  notified_at: Timestamp | null;
  mailed: boolean;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    notification_mail: NotificationMailTable;
  }
}

type Row = Insertable<NotificationMailTable>;

interface MailedReferral {
  readonly notified?: NotifiedReferral | undefined;
  /** The last ids that were mailed. */
  readonly sent?: readonly string[];
  /** The rows of the last event. */
  readonly fresh: readonly Row[];
}

/** Of more mails about one case within the time of an undo, an undo of the first is not mailed. */
const MOST_SENT = 20;

/**
 * The notifications that a person may be mailed about, each once: unlike in the bell, a newer one replaces none. What is undone before it
 * was mailed is not mailed, nor is its undo.
 */
export const notificationMailProjection: Projection<MailedReferral, Row> = {
  name: 'notification-mail',
  version: 2,
  categories: [...notificationProjection.categories, 'notificationMail'],
  evolve: (state, recorded) => {
    if (categoryOf(recorded.stream) === 'notificationMail') {
      const mailed = recorded as Recorded<NotificationMailEvent>;
      const sent = [...(state?.sent ?? []), ...mailed.data.mailIds].slice(-MOST_SENT);
      return { ...state, sent, fresh: mailedRows(mailed.data) };
    }
    const notified = notificationProjection.evolve(state?.notified, recorded);
    if (notified?.undone) return { ...state, notified, fresh: rowsNotToMail(notified, notified.undone, state?.sent) };
    return { ...state, notified, fresh: notified ? rowsToMail(notified) : [] };
  },
  table: {
    key: 'mail_id',
    columns: {
      mail_id: 'text',
      user_id: 'text',
      mail_kind: 'text',
      kind: 'text',
      reader: 'text',
      referral_id: 'text',
      facts: 'json',
      notified_at: 'timestamptz',
      mailed: 'boolean',
    },
    indexes: (table) => [
      `on ${table} (notified_at) where not mailed`,
      `on ${table} (user_id, notified_at) where not mailed`,
    ],
  },
  rows: ({ fresh }) => fresh,
  leavesOutFinishedRows: true,
};

function rowsToMail({ progress, fresh }: NotifiedReferral): readonly Row[] {
  return fresh.flatMap((row): readonly Row[] => {
    const { notification_id, user_id, kind, reader, referral_id, facts, notified_at } = row;
    const { mail } = notificationRule(kind);
    // Submitters choose in the order whether they want notifications.
    if (mail === undefined || (reader === 'submitter' && !progress?.about.wantsMail)) return [];
    const mail_id = mailIdOf(notification_id, user_id);
    return [{ mail_id, user_id, mail_kind: mail(facts), kind, reader, referral_id, facts, notified_at, mailed: false }];
  });
}

const NOTHING_LEFT = { user_id: null, mail_kind: null, kind: null, reader: null, facts: null, notified_at: null };

/** The undo of what was mailed is mailed, too: its reader would otherwise believe the first mail. */
function rowsNotToMail(
  { progress }: NotifiedReferral,
  { outcome, undo }: NonNullable<NotifiedReferral['undone']>,
  sent: readonly string[] = [],
): readonly Row[] {
  const told = rowsToMail({ progress, staffAuthors: {}, fresh: outcome }).filter(
    ({ mail_id }) => !sent.includes(mail_id),
  );
  const untold = new Set(told.map(({ user_id }) => user_id));
  const back = rowsToMail({ progress, staffAuthors: {}, fresh: undo }).filter(({ user_id }) => untold.has(user_id));
  return [...told, ...back].flatMap(({ mail_id, referral_id }) =>
    mailedRows({ referralId: referral_id, mailIds: [mail_id] }),
  );
}

const mailedRows = ({
  referralId,
  mailIds,
}: Pick<NotificationMailEvent['data'], 'referralId' | 'mailIds'>): readonly Row[] =>
  mailIds.map((mail_id) => ({ ...NOTHING_LEFT, mail_id, referral_id: referralId, mailed: true }));

type Db = Kysely<ReadModelSchema>;

/** A notification that has not been mailed yet. */
export interface NotificationToMail {
  readonly mailId: string;
  readonly userId: string;
  readonly mailKind: MailKind;
  readonly kind: NotificationKind;
  readonly reader: NotificationReader;
  readonly referralId: string;
  readonly facts: NotificationFacts;
  readonly notifiedAt: Date;
}

const toMail = (db: Db) =>
  db
    .selectFrom('notification_mail')
    .where('mailed', '=', sql<boolean>`false`)
    .select([
      'mail_id as mailId',
      'user_id as userId',
      'mail_kind as mailKind',
      'kind',
      'reader',
      'referral_id as referralId',
      'facts',
      'notified_at as notifiedAt',
    ])
    .$castTo<NotificationToMail>();

/** Undefined: it was mailed, or has not been projected yet. */
export const findNotificationToMail = (db: Db, mailId: string): Promise<NotificationToMail | undefined> =>
  toMail(db).where('mail_id', '=', mailId).executeTakeFirst();

/** The notifications about notes of the same case that the same person has not been mailed as the same kind of reader, oldest first. */
export const notesToMailWith = (
  db: Db,
  { userId, referralId, reader }: Pick<NotificationToMail, 'userId' | 'referralId' | 'reader'>,
): Promise<readonly NotificationToMail[]> =>
  toMail(db)
    .where('user_id', '=', userId)
    .where('referral_id', '=', referralId)
    .where('reader', '=', reader)
    .where('mail_kind', '=', 'note')
    .orderBy('notified_at')
    .orderBy('mail_id')
    .execute();

interface Since {
  /** Notifications before this are no longer mailed. */
  readonly since: Date;
}

/** The notifications of one person from before an instant, oldest first, whatever their settings are. */
export const notificationsForDigest = (
  db: Db,
  { userId, since, before }: Since & { readonly userId: string; readonly before: Date },
): Promise<readonly NotificationToMail[]> =>
  toMail(db)
    .where('user_id', '=', userId)
    .where('notified_at', '>', since)
    .where('notified_at', '<', before)
    .orderBy('notified_at')
    .orderBy('mail_id')
    .execute();

/** The domain's `mailFormOf` in SQL, for a row that is joined with the account of its person. */
const choice = sql<string>`coalesce(account.account #>> array['notificationSettings', mail_kind, 'choice'],
  ${JSON.stringify(DEFAULT_SETTINGS)}::jsonb ->> mail_kind)`;
const wanted = sql<boolean>`account.deactivated is null and not notification_mail.mailed and ${choice} <> 'none'
  and notified_at >= coalesce((account.account #>> array['notificationSettings', mail_kind, 'since'])::timestamptz, '-infinity')`;
const single = (now: Date): RawBuilder<boolean> =>
  sql`(${choice} = 'now' and notified_at > ${new Date(now.getTime() - MAIL_NOW_WITHIN_MS)})`;

/**
 * The ids of notifications that are to be mailed by themselves by now, oldest first. Notes are mailed together: each is among them until
 * the first one's mail has told it.
 */
export async function singlesToMail(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const notesUntil = new Date(now.getTime() - NOTES_TOGETHER_MS);
  const { rows } = await sql<{ mail_id: string }>`
    select mail_id from notification_mail join account using (user_id)
     where ${wanted} and ${single(now)} and (mail_kind <> 'note' or notified_at <= ${notesUntil})
     order by notified_at limit ${limit}`.execute(db);
  return rows.map((row) => row.mail_id);
}

/** The people who have notifications from before an instant for their digest, and since when; the oldest first. */
export async function peopleWithDigest(
  db: Db,
  { now, since, before, limit }: Since & { readonly now: Date; readonly before: Date; readonly limit: number },
): Promise<readonly { readonly userId: string; readonly oldest: Date }[]> {
  const { rows } = await sql<{ userId: string; oldest: Date }>`
    select notification_mail.user_id as "userId", min(notified_at) as oldest
      from notification_mail join account using (user_id)
     where ${wanted} and not ${single(now)} and notified_at > ${since} and notified_at < ${before}
     group by notification_mail.user_id order by oldest, "userId" limit ${limit}`.execute(db);
  return rows;
}
