import type { StreamHead } from '@throughline/event-store';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { Saved } from './fold-batch.js';
import { type AnyProjection, tableOf } from './projection.js';

/** What a batch is about. */
export interface Touched {
  readonly models: readonly { readonly projection: AnyProjection; readonly entities: readonly string[] }[];
  readonly streams: readonly string[];
}

/** How what a batch is about stood before it. */
export interface Before {
  /** By table, then by entity. */
  readonly saved: ReadonlyMap<string, ReadonlyMap<string, Saved>>;
  /** Streams that are parked, by consumer. */
  readonly parked: ReadonlyMap<string, ReadonlySet<string>>;
  /** The last event seen, by stream. */
  readonly heads: ReadonlyMap<string, StreamHead>;
}

interface Row {
  readonly source: string;
  readonly key: string;
  readonly value: unknown;
  readonly position: number;
}

/**
 * In one statement, whatever the number of read models: with people at work a batch is one event or two, and round trips are
 * what it costs.
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
  const parked = new Map<string, Set<string>>();
  const heads = new Map<string, StreamHead>();
  for (const { source, key, value, position } of rows) {
    if (source === 'parked_stream') parked.set(key, (parked.get(key) ?? new Set()).add(value as string));
    else if (source === 'stream_head') heads.set(key, { ...(value as Omit<StreamHead, 'position'>), position });
    else saved.get(source)?.set(key, { state: value, position });
  }
  return { saved, parked, heads };
}
