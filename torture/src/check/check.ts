import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { topicKey } from '@throughline/contracts';
import type { FileEvent, Recorded } from '@throughline/domain';
import { getReferral, getSubmission, listReferrals, readHeads, type ReferralScope } from '@throughline/read-models';
import { DEMO_PEOPLE } from '../../../apps/worker/src/demo/demo-people.js';
import { LIMITS, within } from '../limits.js';
import type { Person } from '../plan.js';
import { type System, TLOG_KEY } from '../system.js';
import type { RowTopic, Watcher } from '../watcher.js';
import type { SentCommand } from '../work.js';
import { checkAcknowledged } from './acknowledged.js';
import { checkChains } from './chains.js';
import { checkItems, checkRecertifications } from './items.js';
import { checkOnce } from './once.js';
import { checkCheckpoints, checkMails, checkViewings, readMails, readViewings } from './outside.js';
import { checkReadModels } from './tables.js';
import { checkFeed, checkSockets, type Seen } from './sockets.js';
import { readTables, rebuildTables } from './tables.js';

/** A property that must hold, with its violations; empty if it holds. */
export interface Finding {
  readonly property: string;
  readonly violations: readonly string[];
}

export interface Evidence {
  /** The commands of this seed. */
  readonly asked: readonly SentCommand[];
  readonly watchers: readonly Watcher[];
  /** The whole log. */
  readonly events: readonly Recorded[];
  /** Those of this seed. */
  readonly newEvents: readonly Recorded[];
  /** The last mail that was captured before. */
  readonly lastMail: number;
  /** How many mails may be repeated, because a fault came between the mail and its event. */
  readonly mayRepeat: number;
}

/** Checks every property of a system that has settled. */
export async function check(
  system: System,
  { asked, watchers, events, newEvents, lastMail, mayRepeat }: Evidence,
): Promise<readonly Finding[]> {
  const { db } = system.database;
  const streams = [...new Set(events.map(({ stream }) => stream))];
  return [
    await finding('nothing acknowledged is lost', () => checkAcknowledged(asked, events)),
    await finding('nothing happens twice', () => checkOnce(events)),
    await finding('every item is at its place', () => checkItems(events)),
    await finding('every recertification is at its place, and opened once at a time', () =>
      checkRecertifications(events),
    ),
    await finding('every document is there', () => checkFiles(system, events)),
    await finding('every chain is whole', async () => checkChains(events, await readHeads(db, streams))),
    await finding('every read model is as a rebuild makes it', async () => {
      const seen = await readTables(db);
      return checkReadModels(seen, await rebuildTables(system.store, system.postgres.url, 'rebuilt'));
    }),
    await finding('the feed ends with every row', () => checkFeeds(system)),
    await finding('every open client is as its read model', async () =>
      checkSockets(await Promise.all(watchers.map((watcher) => seenBy(system, watcher)))),
    ),
    await finding('every mail is sent, and once', async () =>
      checkMails(newEvents, await readMails(system.database.pool, lastMail), mayRepeat),
    ),
    await finding('everything that was shown is in the access log', async () =>
      checkViewings(
        watchers.map(({ name, by, shown }) => ({ name, userId: system.userIds.get(by) ?? '', referralIds: shown })),
        await readViewings(system.database.pool),
      ),
    ),
    await finding('every checkpoint is of what is there', () =>
      checkCheckpoints({ store: system.store, db, folder: join(system.dataDir, 'tlog'), key: TLOG_KEY }),
    ),
  ];
}

type Violations = readonly string[];

async function finding(property: string, check: () => Violations | Promise<Violations>): Promise<Finding> {
  const checked = Promise.resolve(check());
  return { property, violations: await within(LIMITS.check, () => `a check: ${property}`, checked) };
}

/** Refused files are not kept. */
async function checkFiles({ files }: System, events: readonly Recorded[]): Promise<readonly string[]> {
  const violations: string[] = [];
  const told = events as readonly Recorded<FileEvent>[];
  const refused = told.flatMap((event) => (event.type === 'FileRejectedByScan' ? [keyOf(event.data)] : []));
  for (const event of told) {
    if (event.type !== 'SubmissionPdfGenerated' && event.type !== 'FileUploaded') continue;
    if (refused.includes(keyOf(event.data))) continue;
    const { storageName, sha256, fileName } = event.data;
    const bytes = await files.get(storageName).then(buffer, () => null);
    const found = bytes && createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256) violations.push(`${fileName} is ${found === null ? 'gone' : 'another file'}`);
  }
  return violations;
}

const keyOf = ({ referralId, fileId }: FileEvent['data']) => `${referralId} ${fileId}`;

async function checkFeeds(system: System): Promise<readonly string[]> {
  const topics: readonly RowTopic[] = [{ name: 'task-queue' }, { name: 'referral-list' }];
  const violations = await Promise.all(
    topics.map(async (topic) => {
      const key = topicKey(topic);
      const { rows } = await system.database.pool.query<{ key: string; row: unknown }>(
        'select distinct on (key) key, "row" from change_feed where topic = $1 order by key, position desc',
        [key],
      );
      return checkFeed(key, new Map(rows.map((row) => [row.key, row.row])), await truthOf(system, topic, 'staff'));
    }),
  );
  return violations.flat();
}

async function seenBy(system: System, watcher: Watcher): Promise<Seen> {
  const { name, held, refusals, topic, by, since } = watcher;
  const { rows } = await system.database.pool.query<{ key: string }>(
    'select distinct key from change_feed where topic = $1 and position > $2 and (audience = $3 or audience && $4)',
    [topicKey(topic), since?.position ?? 0, [], audienceOf(system, by)],
  );
  const changed = rows.map(({ key }) => key);
  return { name, held, truth: await truthOf(system, topic, by), changed, refusals };
}

/** The last position of the topic for this person. */
export async function endOfTopic(system: System, { topic, by }: Watcher): Promise<number> {
  const { rows } = await system.database.pool.query<{ position: number | null }>(
    'select max(position) as position from change_feed where topic = $1 and (audience = $2 or audience && $3)',
    [topicKey(topic), [], audienceOf(system, by)],
  );
  return rows[0]?.position ?? 0;
}

const isReferrer = (person: Person) => person.startsWith('referrer');

function audienceOf({ userIds }: System, person: Person): readonly string[] {
  if (!isReferrer(person)) return ['staff'];
  const { companyId } = DEMO_PEOPLE[person];
  return [`user:${userIds.get(person)}`, `company:${companyId}`];
}

async function truthOf(
  { database: { db }, userIds }: System,
  topic: RowTopic,
  person: Person,
): Promise<Map<string, unknown>> {
  switch (topic.name) {
    case 'task-queue': {
      const rows = await db.selectFrom('task_queue').select(['task_id', 'row']).execute();
      return new Map(rows.map(({ task_id, row }) => [task_id, row]));
    }
    case 'referral-list': {
      const { companyId } = DEMO_PEOPLE[person];
      const scope: ReferralScope = isReferrer(person)
        ? { kind: 'company', userId: userIds.get(person) ?? '', companyId }
        : { kind: 'all' };
      const { rows } = await listReferrals(db, { scope, page: 0, pageSize: 1_000_000, search: '', statuses: [] });
      return new Map(rows.map((row) => [row.referralId, row]));
    }
    case 'referral':
    case 'limited-referral': {
      const found = await getReferral(db, topic.referralId);
      if (!found) return new Map();
      const { feed: _, ...row } = found;
      return new Map([[topic.referralId, row]]);
    }
    case 'submission': {
      const found = await getSubmission(db, topic.referralId);
      if (!found) return new Map();
      const { feed: _, ...row } = found;
      return new Map([[topic.referralId, row]]);
    }
  }
}
