import type { EventStore } from '@throughline/event-store';
import { sql, type Kysely, type Transaction } from 'kysely';
import { type AnyProjection, tableOf } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { inSnapshot } from '../snapshot.js';

export interface Comparing {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: Pick<EventStore, 'readStream' | 'readStored'>;
  /** Of this release. Only versions that are active are compared. */
  readonly projections: readonly AnyProjection[];
}

/** What a read model has, and the log does not account for, or the other way round. Without values, which may be personal data. */
export interface ModelFinding {
  /**
   * `state`: the folded state of the entity differs; `state-missing`: it is not there. `row`: columns of the row differ; `row-missing`: the
   * row is not there; `row-invented`: no event accounts for the row; `parked`: the stream `entity` is parked, so nothing can be said of its
   * later events.
   */
  readonly kind: 'state' | 'state-missing' | 'row' | 'row-missing' | 'row-invented' | 'parked';
  /** The name of the read model. */
  readonly model: string;
  readonly table: string;
  /** Null for an invented row that belongs to none. */
  readonly entity: string | null;
  /** The row's key; null for a state. */
  readonly key: string | null;
  /** The columns of the row that differ. */
  readonly columns: readonly string[];
}

/** The read models at one moment. */
export interface Snapshot {
  readonly tx: Transaction<ReadModelSchema>;
  /** Those that are active. */
  readonly models: readonly AnyProjection[];
  /** Up to where they include the log. */
  readonly position: number;
  /** The positions at which streams are parked, by table and stream. */
  readonly parked: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** The parked streams. Their later events are not compared, and anybody who can write to the database can park a stream. */
export const findParked = (comparing: Comparing): Promise<readonly ModelFinding[]> =>
  inComparison(comparing, async ({ models, parked }) =>
    models.flatMap((projection) => {
      const table = tableOf(projection);
      const streams = [...(parked.get(table)?.keys() ?? [])];
      return streams.map((entity) => ({
        kind: 'parked',
        model: projection.name,
        table,
        entity,
        key: null,
        columns: [],
      }));
    }),
  );

/** Compares in one snapshot, so that the projector may write meanwhile. */
export function inComparison<T>(
  { db, projections }: Comparing,
  compare: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return inSnapshot(db, async (tx) => {
    const { rows: active } = await sql<{ consumer: string; position: number }>`
      select consumer, position from consumer_checkpoint where status = 'active'`.execute(tx);
    const { rows } = await sql<{ consumer: string; stream: string; position: number }>`
      select consumer, stream, position from parked_stream
       where consumer = any(${active.map(({ consumer }) => consumer)})`.execute(tx);
    const parked = new Map<string, Map<string, number>>();
    for (const { consumer, stream, position } of rows)
      parked.set(consumer, (parked.get(consumer) ?? new Map<string, number>()).set(stream, position));
    const tables = new Set(active.map(({ consumer }) => consumer));
    return compare({
      tx,
      parked,
      models: projections.filter((projection) => tables.has(tableOf(projection))),
      // All active ones are at one position.
      position: active[0]?.position ?? 0,
    });
  });
}
