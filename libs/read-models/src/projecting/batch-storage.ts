import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { StreamHead } from '@throughline/event-store';
import type { Advanced, Saved } from './fold-batch.js';
import { type AnyProjection, tableOf } from './projection.js';
import { feedChanges, type NewFeedChange, toFeed } from '../change-feed/change-feed.js';
import { type MovedHead, toHeads } from '../stream-head/stream-head.js';
import { type StatementPart, runTogether } from './run-together.js';

/** `model by model` finds the model with the row that the database rejects. */
export type Saving = 'at once' | 'model by model';

/** PostgreSQL rejected a row of a projection, such as a value out of range or a text that is no timestamp. */
export class Unsavable extends Error {
  override readonly name = 'Unsavable';
  constructor(
    /** Null when several models were saved at once. */
    readonly table: string | null,
    override readonly cause: unknown,
  ) {
    super(`${table ?? 'A read model'}: the database refused a row`);
  }
}

/** SQLSTATE classes of errors in the data, not the engine: data exception, integrity violation, limit exceeded. */
const DATA_ERRORS = /^(22|23|54)/;

function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DATA_ERRORS.test(String(error.code));
}

/** The entities and streams of a batch. */
export interface Touched {
  readonly models: readonly { readonly projection: AnyProjection; readonly entities: readonly string[] }[];
  readonly streams: readonly string[];
}

/** What is stored before the batch. */
export interface Before {
  /** By table, then by entity. */
  readonly saved: ReadonlyMap<string, ReadonlyMap<string, Saved>>;
  /** The positions at which streams are parked, by consumer and stream. */
  readonly parked: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The last event seen of each stream. */
  readonly heads: ReadonlyMap<string, StreamHead>;
}

interface Row {
  readonly source: string;
  readonly key: string;
  readonly value: unknown;
  readonly position: number;
}

/**
 * One statement for any number of read models: during normal work a batch has one or two events, and round trips are
 * its main cost.
 */
export async function loadBatch(db: Kysely<ReadModelSchema>, { models, streams }: Touched): Promise<Before> {
  const parts: RawBuilder<Row>[] = [
    sql`select 'parked_stream' as source, consumer as key, to_json(stream) as value, position from parked_stream`,
    sql`select 'stream_head', stream, json_build_object('revision', revision, 'hash', hash), position from stream_head
         where stream = any(${streams})`,
    ...models.map(({ projection, entities }) => {
      const table = tableOf(projection);
      return sql<Row>`select ${sql.lit(table)}, entity, state, position from ${sql.table(`${table}_state`)}
         where entity = any(${entities})`;
    }),
  ];
  const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(db);

  const saved = new Map(models.map(({ projection }) => [tableOf(projection), new Map<string, Saved>()]));
  const parked = new Map<string, Map<string, number>>();
  const heads = new Map<string, StreamHead>();
  for (const { source, key, value, position } of rows) {
    if (source === 'parked_stream') {
      parked.set(key, (parked.get(key) ?? new Map<string, number>()).set(value as string, position));
    } else if (source === 'stream_head') heads.set(key, { ...(value as Omit<StreamHead, 'position'>), position });
    else saved.get(source)?.set(key, { state: value, position });
  }
  return { saved, parked, heads };
}

type Db = Kysely<ReadModelSchema>;

export interface AdvancedModel {
  readonly projection: AnyProjection;
  readonly advanced: readonly Advanced[];
}

/** What a batch changes in the database. */
export interface After {
  readonly models: readonly AdvancedModel[];
  readonly heads: readonly MovedHead[];
  readonly changes: readonly NewFeedChange[];
}

/**
 * Saves states, rows, counts, heads and feed in one statement for any number of read models. Its text depends only on which of them have
 * something to save, so it is parsed once per connection. Throws `Unsavable` for a row that the database refuses.
 */
export async function saveBatch(db: Db, { models, heads, changes }: After, saving: Saving = 'at once'): Promise<void> {
  const others = [...toHeads(heads), ...toFeed(changes)];
  if (saving === 'at once') {
    await runTogether(db, [...models.flatMap(toModel), ...others]).catch((error: unknown) => {
      throw isDataError(error) ? new Unsavable(null, error) : error;
    });
    return;
  }
  for (const model of models) {
    await runTogether(db, toModel(model)).catch((error: unknown) => {
      throw isDataError(error) ? new Unsavable(tableOf(model.projection), error) : error;
    });
  }
  await runTogether(db, others);
}

/** Saves one entity that was folded from its first event. */
export async function saveRefolded(
  db: Db,
  model: AdvancedModel,
  { withFeed }: { readonly withFeed: boolean },
): Promise<void> {
  const changes = withFeed ? model.advanced.flatMap(feedChanges) : [];
  await saveBatch(db, { models: [model], heads: [], changes });
}

function toModel({ projection, advanced }: AdvancedModel): readonly StatementPart[] {
  if (advanced.length === 0) return [];
  const table = tableOf(projection);
  return [
    { name: `${table}_states`, sql: toStates(projection, advanced) },
    { name: `${table}_rows`, sql: toRows(projection, advanced) },
    ...(projection.tally ? [{ name: `${table}_tallies`, sql: toTallies(projection, projection.tally, advanced) }] : []),
  ];
}

function toStates(projection: AnyProjection, advanced: readonly Advanced[]): RawBuilder<unknown> {
  const states = advanced.map(({ entity, state, position }) => ({ entity, state, position }));
  return sql`
    insert into ${sql.table(`${tableOf(projection)}_state`)} (entity, state, position)
    select entity, state, position from json_to_recordset(${JSON.stringify(states)}::json)
        as given (entity text, state json, position bigint)
    on conflict (entity) do update set state = excluded.state, position = excluded.position`;
}

/** The rows of the entities into the read model's table, or into another one with its columns. */
export function toRows(
  projection: AnyProjection,
  advanced: readonly Advanced[],
  table: string = tableOf(projection),
): RawBuilder<unknown> {
  const rows = advanced.flatMap((one) => one.rows);
  const { columns, key } = projection.table;
  const names = Object.keys(columns);
  const typed = names.map((name) => `${name} ${columns[name]}`).join(', ');
  const updates = names.filter((name) => name !== key).map((name) => `${name} = excluded.${name}`);
  return sql`
    insert into ${sql.table(table)} (${sql.raw(names.join(', '))})
    select ${sql.raw(names.join(', '))} from json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(typed)})
    on conflict (${sql.raw(key)}) do update set ${sql.raw(updates.join(', '))}`;
}

function toTallies(
  projection: AnyProjection,
  tally: NonNullable<AnyProjection['tally']>,
  advanced: readonly Advanced[],
): RawBuilder<unknown> {
  const difference = new Map<string, { scope: string; label: string; units: number }>();
  const count = (rows: readonly object[], by: number): void => {
    for (const { scope, label } of rows.flatMap((row) => tally(row))) {
      const unit = difference.get(`${scope}\n${label}`) ?? { scope, label, units: 0 };
      difference.set(`${scope}\n${label}`, { ...unit, units: unit.units + by });
    }
  };
  for (const { replaced, rows } of advanced) {
    count(replaced, -1);
    count(rows, 1);
  }
  const changed = [...difference.values()].filter(({ units }) => units !== 0);
  return sql`
    insert into ${sql.table(`${tableOf(projection)}_tally`)} as kept (scope, label, units)
    select scope, label, units from json_to_recordset(${JSON.stringify(changed)}::json)
        as given (scope text, label text, units bigint)
    on conflict (scope, label) do update set units = kept.units + excluded.units`;
}
