import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { projections } from '../projections.js';
import { type Engines, openEngines } from '../testing/engines.js';
import { prepareReadModels, takeOverReadModels } from './prepare.js';
import { type AnyProjection, tableOf, viewOf } from './projection.js';

describe('Preparing the read models', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  it('waits for no lock: a node starts beside one that is writing to every table', async () => {
    const busy = await engines.pool.connect();
    await busy.query('begin');
    const { rows } = await busy.query<{ tables: string }>(
      "select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public'",
    );
    await busy.query(`lock table ${rows[0]?.tables} in row exclusive mode`);
    await busy.query('update consumer_checkpoint set moved_at = now()');
    await busy.query('update change_feed_state set last_position = last_position + 1');
    try {
      await engines.db.connection().execute(async (db) => {
        await sql`set lock_timeout = '1s'`.execute(db);
        await expect(prepareReadModels(db, projections, 10)).resolves.toBeUndefined();
      });
    } finally {
      await busy.query('rollback');
      busy.release();
    }
  });

  it('adds a column that an earlier release did not have to a version that stays, and queries see it', async () => {
    const [first, ...others] = projections;
    const { table } = first!;
    const added = {
      ...first!,
      table: { ...table, columns: { ...table.columns, added_later: 'timestamptz' as const } },
    };
    await takeOverReadModels(engines.db, [added, ...others]);
    await takeOverReadModels(engines.db, [added, ...others]);
    const { rows } = await engines.pool.query(`select added_later from ${viewOf(added.name)}`);
    expect(rows).toEqual([]);
  });

  it('adds an index that an earlier release did not create to a version that stays, when a projector takes over', async () => {
    const [first, ...others] = projections;
    const added = { ...first!, table: { ...first!.table, indexes: (table: string) => withOneMore(first!, table) } };
    await takeOverReadModels(engines.db, [added, ...others]);
    const { rows } = await engines.pool.query<{ definition: string }>(
      'select indexdef as definition from pg_indexes where tablename = $1',
      [tableOf(added)],
    );
    expect(rows.filter(({ definition }) => definition.endsWith(`(${first!.table.key} DESC)`))).toHaveLength(1);
  });
});

const withOneMore = ({ table: { key, indexes } }: AnyProjection, table: string) => [
  ...indexes(table),
  `on ${table} (${key} desc)`,
];
