import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eventLog,
  type EventStore,
  FIRST_HASH,
  hashOf,
  LogTree,
  openEventStore,
  openTreeFolder,
  treeSigner,
} from '@throughline/event-store';
import { newEvents } from '@throughline/event-store/testing';
import { type Database, openDatabase } from '@throughline/platform';
import { ACCESS_LOG_TABLES, type ReadModelSchema } from '@throughline/read-models';
import { preparedDatabase } from '@throughline/read-models/testing';
import { logOf } from './log.testing.js';
import { checkCheckpoints, checkMails, checkViewings, readViewings } from './outside.js';

const KEY = '5'.repeat(64);
const NOW = new Date('2026-03-03T09:00:00Z');

const mailed = (messageId: string) => ({
  stream: `referralMail-${messageId}`,
  commandId: messageId,
  event: { type: 'ReferralMailSent', data: { messageId } },
});

describe('Mails', () => {
  const events = logOf(['a', 'b', 'c'].map(mailed));
  const sent = (...messageIds: string[]) => ({ messageIds, isWhole: true });

  it('are each sent once, or again where a fault explains it', () => {
    expect(checkMails(events, sent('a', 'b', 'c', 'd'), 0)).toEqual([]);
    expect(checkMails(events, sent('a', 'b', 'b', 'c'), 1)).toEqual([]);
  });

  it('that were all sent twice, or are recorded and were not sent, are found', () => {
    expect(checkMails(events, sent('a', 'a', 'b', 'b', 'c', 'c'), 2)).toEqual([
      '3 mails were sent again; the faults explain 2',
    ]);
    expect(checkMails(events, sent('a', 'b'), 9)).toEqual(['the mail c is recorded as sent, and was not']);
    expect(checkMails(events, { messageIds: ['c'], isWhole: false }, 0)).toEqual([]);
  });
});

describe('Viewings', () => {
  let database: Database<ReadModelSchema>;
  beforeAll(async () => {
    database = openDatabase<ReadModelSchema>(await preparedDatabase(), { max: 2 });
    for (const statement of Object.values(ACCESS_LOG_TABLES).flat()) await database.pool.query(statement);
  });
  afterAll(() => database.close());
  const shown = [{ name: 'the queue of staff', userId: 'u-staff', referralIds: new Set(['7', '8']) }];

  it('of a switched-off access log are found missing, those of pages and of live rows', async () => {
    const { pool } = database;
    expect(checkViewings(shown, await readViewings(pool))).toEqual([
      'the queue of staff showed 2 of 2 referrals without an entry, such as 7',
    ]);
    const insert = (userId: string, ids: string, followId: string | null = null) =>
      pool.query(
        `insert into access_log (user_id, role, referral_ids, screen, outcome, address_hash, follow_id)
         values ($1, 'staff', $2, 'Queue', 'shown', '', $3)`,
        [userId, ids, followId],
      );
    const followId = '00000000-0000-4000-8000-000000000001';
    await insert('u-staff', '{7}', followId);
    await insert('u-other', '{8}');
    expect(checkViewings(shown, await readViewings(pool))).toEqual([
      'the queue of staff showed 1 of 2 referrals without an entry, such as 8',
    ]);
    await pool.query('insert into live_access (referral_ids, follow_ids) values ($1, $2)', ['{8}', `{${followId}}`]);
    expect(checkViewings(shown, await readViewings(pool))).toEqual([]);
  });
});

describe('Checkpoints', () => {
  let store: EventStore;
  let database: Database<ReadModelSchema>;
  let folder: string;
  beforeAll(async () => {
    const url = await preparedDatabase();
    store = await openEventStore(url);
    database = openDatabase<ReadModelSchema>(url, { max: 2 });
    for (const statement of Object.values(ACCESS_LOG_TABLES).flat()) await database.pool.query(statement);
    folder = await mkdtemp(join(tmpdir(), 'checkpoints-'));
    for (const [number, event] of newEvents(3).entries()) {
      const stream = `jar-${number}`;
      const hash = hashOf(FIRST_HASH, { ...event, stream, revision: 0 });
      await store.append(stream, 'no-stream', [{ ...event, metadata: { ...event.metadata, hash } }]);
    }
  });
  afterAll(async () => {
    await store.close();
    await database.close();
    await rm(folder, { recursive: true });
  });
  const checked = () => checkCheckpoints({ store, db: database.db, folder, key: KEY });
  const sign = async () => {
    const of = openTreeFolder(pathToFileURL(folder).href);
    const tree = await LogTree.open(of, await treeSigner(of, KEY, 'http://portal.test'));
    const log = eventLog(store);
    for await (const stored of log.readStored({ after: tree.position })) tree.add(log.entryOf(stored));
    await tree.sign(NOW);
  };

  it('that are not signed, not those of the log, or two of one size, are found', async () => {
    expect(await checked()).toEqual(['no checkpoint of the log was signed']);
    await sign();
    expect(await checked()).toEqual([]);

    // Another tree of the same size, signed with the same key.
    const day = join(folder, 'checkpoints/2026-03-03');
    const kept = await readFile(day, 'utf8');
    const elsewhere = await mkdtemp(join(tmpdir(), 'checkpoints-'));
    const other = openTreeFolder(pathToFileURL(elsewhere).href);
    const tree = await LogTree.open(other, await treeSigner(other, KEY, 'http://portal.test'));
    for (let at = 1; at <= 3; at++)
      tree.add(JSON.stringify([at, 'jar-1', at - 1, 'Eaten', 'id', at, 'data', 'metadata']));
    await tree.sign(NOW);
    await writeFile(day, kept + (await readFile(join(elsewhere, 'checkpoints/2026-03-03'), 'utf8')));
    await rm(elsewhere, { recursive: true });
    expect(await checked()).toEqual([expect.stringMatching(/^The entries do not have the root of the checkpoint of/)]);
    await writeFile(day, kept);
    expect(await checked()).toEqual([]);

    await database.pool.query(`update event_store.event set data = '{"altered":"yes"}' where position = 2`);
    expect(await checked()).toEqual(expect.arrayContaining([expect.stringMatching(/ was changed: its data\./)]));
  });
});
