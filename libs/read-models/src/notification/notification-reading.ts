import type { FeedPosition, Notification, NotificationList } from '@throughline/contracts';
import {
  isRoutine,
  monthOf,
  type NotificationEvent,
  type NotificationReader,
  notificationRule,
  ROUTINE_KINDS,
  unknownEvent,
} from '@throughline/domain';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { entityOf, rowPerEntity } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type ReferralScope, within } from '../referral-list/referral-list.query.js';
import type { NotificationTable } from './notification.js';

export interface NotificationReadingTable {
  /** `{user id}-{month}`. */
  reading_key: string;
  user_id: string;
  /** YYYY-MM, UTC. */
  month: string;
  notification_ids: readonly string[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    notification_reading: NotificationReadingTable;
  }
}

type Row = Insertable<NotificationReadingTable>;

/** Which notifications a person has read in a month. A change is announced to that person alone, on all of their screens. */
export const notificationReadingProjection = rowPerEntity<Row, NotificationEvent>({
  name: 'notification-reading',
  version: 1,
  categories: ['notification'],
  evolve: (reading, event) => {
    switch (event.type) {
      case 'NotificationsRead': {
        const { userId, notificationIds, readAt } = event.data;
        const before = reading?.notification_ids ?? [];
        return {
          reading_key: entityOf(event.stream),
          user_id: userId,
          month: monthOf(readAt),
          notification_ids: [...before, ...notificationIds],
        };
      }
      default:
        return unknownEvent(event.type);
    }
  },
  key: 'reading_key',
  columns: { reading_key: 'text', user_id: 'text', month: 'text', notification_ids: 'text[]' },
  indexes: (table) => [`on ${table} (user_id, month)`],
  feed: ({ reading_key: key, user_id, notification_ids }) => [
    { topic: 'notifications', key, audience: [`user:${user_id}`], row: { read: notification_ids.length } },
  ],
});

/** The ids among these that are notifications of the person. Those that a newer one has replaced are left out. */
export async function notificationsAmong(
  db: Kysely<ReadModelSchema>,
  { userId, ids }: { readonly userId: string; readonly ids: readonly string[] },
): Promise<readonly string[]> {
  const found = await db
    .selectFrom('notification')
    .where('user_id', '=', userId)
    .where('notification_id', 'in', ids)
    .where('withdrawn', '=', false)
    .select('notification_id')
    .distinct()
    .execute();
  return found.map(({ notification_id }) => notification_id);
}

/** How many notifications a person is shown, and of how many referrals that have only moved on. */
const SHOWN = 50;
/** The notifications of one request are shown as one, so more rows than `SHOWN` are read. */
const ROWS_READ = 300;

type StoredNotification = Selectable<NotificationTable> & { readonly read: boolean; readonly member: string | null };

interface ListNotifications {
  readonly userId: string;
  /** The readers that the person belongs to now: somebody who has left the provider's staff reads no notifications for staff. */
  readonly readers: readonly NotificationReader[];
  /** The referrals that the person may read now: of these, the members are named. */
  readonly scope: ReferralScope;
}

export interface ListedNotifications {
  readonly list: NotificationList;
  /** The referrals and recertifications whose members are named. */
  readonly namedIds: readonly string[];
}

/**
 * A person's latest notifications, newest first, and the position of the feed, in one statement. A notification counts as read if its note
 * was read. What has only moved on is read apart, so that a busy day does not displace what waits for the person.
 */
export async function listNotifications(
  db: Kysely<ReadModelSchema>,
  { userId, readers, scope }: ListNotifications,
): Promise<ListedNotifications> {
  const latest = (isReadApart: boolean) => sql`
    (select * from notification where user_id = ${userId} and reader = any(${readers}::text[]) and not withdrawn
        and (kind = any(${ROUTINE_KINDS}::text[]) or facts ->> 'informsOnly' is not null) = ${isReadApart}
      order by notified_at desc, notification_id desc limit ${ROWS_READ})`;
  const { rows } = await sql<{ rows: readonly StoredNotification[]; feed: FeedPosition }>`
    with listed as (${latest(false)} union all ${latest(true)}),
    read as (
      select unnest(notification_ids) as notification_id from notification_reading
       where user_id = ${userId}
         and month >= (select to_char(min(notified_at) at time zone 'UTC', 'YYYY-MM') from listed)),
    read_note as (
      select unnest(note_ids) as note_id from note_reading
       where user_id = ${userId} and referral_id in (select referral_id from listed where note_id is not null)),
    read_internal_note as (
      select unnest(note_ids) as note_id from internal_note_reading
       where user_id = ${userId} and referral_id in (select referral_id from listed where internal_note_id is not null)),
    named as (
      select referral_id, concat_ws(' ', member_first_name, member_last_name) as member from referral_list
       where referral_id in (select referral_id from listed) and ${within(scope)}
       union all
      select recertification_id, concat_ws(' ', detail -> 'member' ->> 'firstName', detail -> 'member' ->> 'lastName')
        from recertification
       where recertification_id in (select referral_id from listed) and ${scope.kind === 'all'})
    select (select coalesce(json_agg(shown order by notified_at desc, notification_id desc), '[]') from (
              select listed.*, named.member,
                     notification_id in (select notification_id from read)
                       or coalesce(note_id in (select note_id from read_note), false)
                       or coalesce(internal_note_id in (select note_id from read_internal_note), false) as read
                from listed left join named using (referral_id)) shown) as rows,
           (select json_build_object('epoch', epoch, 'position', last_position) from change_feed_state) as feed`.execute(
    db,
  );
  const [answer] = rows;
  if (!answer) throw new Error('A list without an answer.');
  const shown = shownOf(answer.rows);
  const [needsYou, movedOn] = [false, true].map((routine) => shown.filter((one) => one.isRoutine === routine)) as [
    ShownNotification[],
    ShownNotification[],
  ];
  const isCut = (readApart: boolean) =>
    answer.rows.filter(({ kind, facts }) => (ROUTINE_KINDS.includes(kind) || facts.informsOnly === true) === readApart)
      .length >= ROWS_READ;
  const kept = new Set([...needsYou.slice(0, SHOWN), ...movedOn.slice(0, SHOWN)]);
  const notifications = shown.filter((one) => kept.has(one));
  return {
    list: {
      notifications: notifications.map(({ referralId: _, ...notification }) => notification),
      hasOlder: {
        needsYou: needsYou.length > SHOWN || isCut(false),
        movedOn: movedOn.length > SHOWN || isCut(true),
      },
      feed: answer.feed,
    },
    namedIds: [...new Set(notifications.flatMap(({ member, referralId }) => (member === null ? [] : [referralId])))],
  };
}

interface ShownNotification extends Notification {
  readonly referralId: string;
}

/** Twenty tasks that are assigned at once are one entry, and so are ten new notes on one referral, and the steps of one. */
function shownOf(rows: readonly StoredNotification[]): ShownNotification[] {
  const groups = new Map<string, StoredNotification[]>();
  for (const row of rows) {
    const key = isRoutine(row.kind, row.facts) ? `routine ${row.referral_id}` : `${row.kind} ${sharedBy(row)}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group as [StoredNotification, ...StoredNotification[]];
    const { words, path } = notificationRule(first.kind);
    const routine = isRoutine(first.kind, first.facts);
    const count = routine ? 1 : group.length;
    const isOfOne = group.every((row) => row.referral_id === first.referral_id);
    return {
      ids: group.map(({ notification_id }) => notification_id),
      words: words(first.facts, count),
      member: isOfOne ? first.member : null,
      isRoutine: routine,
      path: path(first.facts, count),
      at: new Date(first.notified_at).toISOString(),
      unread: group.some(({ read }) => !read),
      referralId: first.referral_id,
    };
  });
}

function sharedBy({ kind, correlation_id, referral_id, read, notification_key }: StoredNotification): string {
  switch (notificationRule(kind).together) {
    case 'of-request':
      return correlation_id;
    case 'of-referral':
      return `${referral_id} ${read}`;
    default:
      return notification_key;
  }
}
