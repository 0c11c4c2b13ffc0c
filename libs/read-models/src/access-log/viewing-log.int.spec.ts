import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  checkpointKeys,
  type Finding,
  LogTree,
  openTreeFolder,
  TreeAltered,
  type TreeFolder,
  treeSigner,
  VerifiedTree,
  verifyLog,
} from '@throughline/event-store';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase } from '@throughline/platform/testing';
import pg from 'pg';
import type { ReadModelSchema } from '../read-model-schema.js';
import { ACCESS_LOG_TABLES } from './access-log-tables.js';
import { viewingLog } from './viewing-log.js';

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 3, 9, minutes));
const OPENED = `insert into access_log (user_id, role, referral_ids, row_ids, screen, outcome, address_hash)
  values ('ana', 'staff', '{7}', '{}', 'Referral', 'shown', 'a') returning id`;
const SENT = `insert into live_access (referral_ids, follow_ids) values ('{7}', array[gen_random_uuid()]) returning id`;

describe('The tree over the access log', () => {
  let database: Database<ReadModelSchema>;
  /** Whoever has the password of the database; it is the role of the portal itself. */
  let intruder: pg.Client;
  let folder: TreeFolder;
  let path: string;
  beforeAll(async () => {
    const url = await testDatabase();
    database = openDatabase<ReadModelSchema>(url, { max: 4 });
    intruder = new pg.Client(url);
    await intruder.connect();
    // A node of the release before wrote these; a row of each table has the id 1.
    const { proven, ...before } = ACCESS_LOG_TABLES;
    for (const statement of Object.values(before).flat()) await intruder.query(statement);
    for (const row of [OPENED, SENT, SENT, SENT]) await intruder.query(row);
    expect(await read(viewingLog(database.db), {})).toEqual([]);
    for (const statement of proven) await intruder.query(statement);
  });
  afterAll(async () => {
    await intruder.end();
    await database.close();
  });
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'viewings-'));
    folder = openTreeFolder(pathToFileURL(path).href, 'access-log');
  });
  afterEach(() => rm(path, { recursive: true }));

  const KEY = '0123456789abcdef'.repeat(4);
  const signerOf = (of: TreeFolder) => treeSigner(of, KEY, 'https://portal.example');

  async function sign(minute: number, log = viewingLog(database.db)): Promise<LogTree> {
    const tree = await LogTree.open(folder, await signerOf(folder));
    await tree.requireLog(log);
    for await (const viewing of log.readStored({ after: tree.position, settled: true })) tree.add(log.entryOf(viewing));
    await tree.sign(at(minute));
    return tree;
  }
  async function read(log: ReturnType<typeof viewingLog>, { after = 0, settled = false }) {
    const places: string[] = [];
    for await (const { stream, revision } of log.readStored({ after, settled })) places.push(`${stream} ${revision}`);
    return places;
  }
  const add = async (...rows: readonly string[]) => {
    const ids: number[] = [];
    for (const row of rows) ids.push(Number((await intruder.query<{ id: string }>(row)).rows[0]!.id));
    return ids;
  };
  async function verify() {
    const keys = checkpointKeys([(await signerOf(folder)).vkey], 'access-log');
    return verifyLog({ log: viewingLog(database.db), tree: await VerifiedTree.open(folder, keys) });
  }

  /** Alters the tables as their owner can, verifies them, and undoes it. */
  async function whenAltered(...statements: readonly string[]) {
    await intruder.query('begin');
    await intruder.query(
      `create table opened as select * from access_log; create table sent as select * from live_access`,
    );
    await intruder.query('alter table access_log disable trigger all; alter table live_access disable trigger all');
    for (const statement of statements) await intruder.query(statement);
    await intruder.query('commit');
    try {
      return await verify();
    } finally {
      await intruder.query(`delete from access_log; delete from live_access;
        insert into access_log overriding system value select * from opened; insert into live_access select * from sent;
        drop table opened; drop table sent;
        alter table access_log enable trigger all; alter table live_access enable trigger all`);
    }
  }

  it('has the viewings of both tables in one order, those of the release before as well', async () => {
    const [fourth, fifth] = await add(OPENED, SENT);
    expect(await read(viewingLog(database.db), {})).toEqual([
      'access_log 1',
      'live_access 1',
      'live_access 2',
      'live_access 3',
      `access_log ${fourth}`,
      `live_access ${fifth}`,
    ]);
    expect(fourth).toBeGreaterThan(3);
    expect(fifth).toBe(fourth! + 1);
    for (const [after, next] of [
      [1, 'access_log 1'],
      [2, 'live_access 1'],
      [3, 'live_access 2'],
      [7, `access_log ${fourth}`],
    ] as const)
      expect((await read(viewingLog(database.db), { after }))[0]).toBe(next);
  });

  it('is read in pages without a gap', async () => {
    await intruder.query(
      `insert into live_access (referral_ids, follow_ids) select '{8}', '{}' from generate_series(1, 1500)`,
    );
    await intruder.query(OPENED);
    await intruder.query(`insert into access_log (role, referral_ids, screen, outcome, address_hash)
      select 'ops', '{8}', 'Referrals', 'shown', '' from generate_series(1, 2100)`);
    await intruder.query(SENT);
    const { rows } = await intruder.query<{ place: string }>(
      `select place from (select 2 * id as at, 'access_log ' || id as place from access_log
         union all select 2 * id + 1, 'live_access ' || id from live_access) as viewing order by at`,
    );
    expect(await read(viewingLog(database.db), {})).toEqual(rows.map(({ place }) => place));
  });

  it('goes no further than a viewing that is being written, whatever is committed after it', async () => {
    const log = viewingLog(database.db);
    const before = await read(log, { settled: true });
    const slow = await database.pool.connect();
    try {
      for (const [row, table] of [
        [OPENED, 'access_log'],
        [SENT, 'live_access'],
      ] as const) {
        await slow.query('begin');
        const [first] = (await slow.query<{ id: string }>(row)).rows;
        const [second] = await add(OPENED);
        const tree = await sign(1, log);
        const { size } = tree.checkpoint!;
        // It never waits, and a second look does not take what the first one left.
        expect(size).toBe(before.length);
        await add(SENT);
        expect(await read(log, { settled: true })).toEqual(before);
        await slow.query('commit');
        const now = await read(log, { settled: true });
        expect(now.slice(before.length, before.length + 2)).toEqual([`${table} ${first!.id}`, `access_log ${second}`]);
        before.push(...now.slice(before.length));
        before.push(...(await read(log, { settled: true })).slice(before.length));
        expect((await sign(2, log)).checkpoint!.size).toBe(before.length);
        expect((await verify()).findings).toEqual([]);
      }
    } finally {
      slow.release(true);
    }
  });

  it('goes on after a viewing that was not written in the end', async () => {
    const log = viewingLog(database.db);
    const slow = await database.pool.connect();
    await slow.query('begin');
    await slow.query(OPENED);
    const [id] = await add(OPENED);
    await read(log, { settled: true });
    await slow.query('rollback');
    slow.release();
    expect((await read(log, { settled: true })).at(-1)).toBe(`access_log ${id}`);
  });

  describe('finds', () => {
    let ids: { readonly opened: number; readonly sent: number; readonly last: number };
    beforeEach(async () => {
      const [opened] = await add(OPENED, OPENED);
      await sign(0);
      const [, sent, last] = await add(OPENED, SENT, OPENED);
      await sign(1);
      ids = { opened: opened!, sent: sent!, last: last! };
    });
    const first = expect.objectContaining({ at: at(0) });
    const signed = { after: first, by: expect.objectContaining({ at: at(1) }) };
    const opened = (id: number) => ({ stream: 'access_log', revision: id, type: 'Referral', position: 2 * id });
    const sent = (id: number) => ({ stream: 'live_access', revision: id, type: 'Live', position: 2 * id + 1 });

    it('nothing in viewings as they were signed', async () => {
      const { findings, records, provenRecords } = await verify();
      expect(findings).toEqual([]);
      expect(provenRecords).toBe(records);
    });

    it.each([
      ['who saw it', ['metadata'], `user_id = 'bea'`],
      ['what was shown', ['data'], `referral_ids = '{8}'`],
      ['what became of it', ['data'], `outcome = 'refused'`],
      ['the screen', ['type'], `screen = 'Queue'`],
      ['the time', ['time'], `at = at - interval '1 microsecond'`],
      ['the session', ['metadata'], `session_hash = 'b'`],
      ['its salt', ['data', 'metadata'], `salt = gen_random_uuid()`],
    ])('a viewing with another one of these: %s', async (_, parts, change) => {
      const report = await whenAltered(`update access_log set ${change} where id = ${ids.last}`);
      expect(report.findings).toEqual([
        expect.objectContaining({ kind: 'changed', record: opened(ids.last), parts, signed }),
      ]);
      expect(report.provenRecords).toBe(report.records - 1);
    });

    it('live rows that were sent to others', async () => {
      const { findings } = await whenAltered(`update live_access set follow_ids = '{}' where id = ${ids.sent}`);
      expect(findings).toEqual([
        expect.objectContaining({ kind: 'changed', record: sent(ids.sent), parts: ['metadata'], signed }),
      ]);
    });

    it('viewings that were deleted, with the times between which they were signed', async () => {
      const { findings } = await whenAltered(
        `delete from access_log where id = ${ids.opened}`,
        `delete from live_access where id = ${ids.sent}`,
      );
      expect(findings).toEqual([
        { kind: 'removed', record: opened(ids.opened), signed: { after: undefined, by: first } },
        { kind: 'removed', record: sent(ids.sent), signed },
      ]);
    });

    it('a viewing that was put among those that were signed', async () => {
      // An id that no row has: its statement was rolled back.
      await intruder.query(`begin; ${OPENED}; rollback`);
      const [last] = await add(OPENED);
      await sign(2);
      const { findings } = await whenAltered(
        `insert into access_log (id, role, referral_ids, screen, outcome, address_hash)
           overriding system value values (${last! - 1}, 'ops', '{7}', 'Referral', 'shown', '')`,
      );
      expect(findings).toEqual([
        {
          kind: 'inserted',
          record: opened(last! - 1),
          signed: { after: expect.objectContaining({ at: at(1) }), by: expect.objectContaining({ at: at(2) }) },
        },
      ]);
    });

    it('a tail that was cut, and signs nothing more', async () => {
      const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind);
      expect(kinds((await whenAltered(`delete from access_log where id = ${ids.last}`)).findings)).toEqual(['removed']);
      await intruder.query(
        `begin; alter table access_log disable trigger all; delete from access_log where id = ${ids.last}`,
      );
      await intruder.query('alter table access_log enable trigger all; commit');
      await add(OPENED);
      await expect(sign(2)).rejects.toThrow(TreeAltered);
      await expect(sign(2)).rejects.toThrow(
        `The log does not have viewing ${ids.last} of access_log at position ${2 * ids.last} as it was signed.`,
      );
    });

    it('an access log that was emptied', async () => {
      const { findings, provenRecords } = await whenAltered('truncate access_log, live_access');
      expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['removed']));
      expect(provenRecords).toBe(0);
    });
  });
});
