import { type Kysely, type RawBuilder, sql } from 'kysely';
import { feedChanges, type NewFeedChange, toFeed } from '../change-feed/append-to-feed.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type MovedHead, toHeads } from '../stream-head/stream-head.js';
import type { Saving } from './batch.js';
import type { Advanced } from './fold-batch.js';
import { type AnyProjection, tableOf } from './projection.js';
import { type Part, runTogether } from './run-together.js';
import { isAboutData, Unsavable } from './unsavable.js';

type Db = Kysely<ReadModelSchema>;

export interface AdvancedModel {
  readonly projection: AnyProjection;
  readonly advanced: readonly Advanced[];
}

/** What a batch came to. */
export interface After {
  readonly models: readonly AdvancedModel[];
  readonly heads: readonly MovedHead[];
  readonly changes: readonly NewFeedChange[];
}

/**
 * States, rows, tallies, heads and feed in one statement, whatever the number of read models. Its text depends on which of them
 * have something to save and on nothing else, so that it is parsed once per connection. Throws `Unsavable` for a row that the database refuses.
 */
export async function saveBatch(db: Db, { models, heads, changes }: After, saving: Saving = 'at once'): Promise<void> {
  const others = [...toHeads(heads), ...toFeed(changes)];
  if (saving === 'at once') {
    await runTogether(db, [...models.flatMap(toModel), ...others]).catch((error: unknown) => {
      throw isAboutData(error) ? new Unsavable(null, error) : error;
    });
    return;
  }
  for (const model of models) {
    await runTogether(db, toModel(model)).catch((error: unknown) => {
      throw isAboutData(error) ? new Unsavable(tableOf(model.projection), error) : error;
    });
  }
  await runTogether(db, others);
}

/** One entity that was folded afresh. */
export async function saveRefolded(
  db: Db,
  model: AdvancedModel,
  { tellingLive }: { readonly tellingLive: boolean },
): Promise<void> {
  const changes = tellingLive ? model.advanced.flatMap(feedChanges) : [];
  await saveBatch(db, { models: [model], heads: [], changes });
}

function toModel({ projection, advanced }: AdvancedModel): readonly Part[] {
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

function toRows(projection: AnyProjection, advanced: readonly Advanced[]): RawBuilder<unknown> {
  const rows = advanced.flatMap((one) => one.rows);
  const { columns, key } = projection.table;
  const names = Object.keys(columns);
  const typed = names.map((name) => `${name} ${columns[name]}`).join(', ');
  const updates = names.filter((name) => name !== key).map((name) => `${name} = excluded.${name}`);
  return sql`
    insert into ${sql.table(tableOf(projection))} (${sql.raw(names.join(', '))})
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
