import type { EventStore } from '@throughline/event-store';
import { endAllPools } from '@event-driven-io/dumbo';
import {
  getPostgreSQLEventStore,
  pongoMultiStreamProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql';
import type { Recorded } from '@throughline/domain';
import type { AnyProjection } from '@throughline/read-models';
import pg from 'pg';

type Stored = {
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly metadata: Recorded['metadata'];
};

/** The batch size of our own rebuild; with emmett's default of 100 it would wait 50 ms for each hundred. */
const BATCH_SIZE = 10_000;

/** Writes the same events to emmett's log, stream by stream in runs, in their order. */
export async function fillEmmett(url: string, events: readonly Recorded[]): Promise<void> {
  const store = getPostgreSQLEventStore(url);
  await store.schema.migrate();
  let run: Stored[] = [];
  for (const [index, { stream, type, data, metadata }] of events.entries()) {
    run.push({ type, data: data as Record<string, unknown>, metadata });
    if (events[index + 1]?.stream === stream) continue;
    await store.appendToStream(stream, run);
    run = [];
  }
  await store.close();
}

/**
 * Emmett 0.42 empties the collection and then continues from its last position, so a second rebuild would fold nothing: its position is
 * deleted here. Throws if it has not made a document of every referral.
 */
export async function rebuildEmmett(
  url: string,
  projection: AnyProjection,
  events: readonly Recorded[],
): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('delete from emt_processors');
    await rebuildDocuments(url, projection, [...new Set(events.map(({ type }) => type))]);
    const { rows } = await client.query<{ made: number }>('select count(*)::integer as made from referral_list');
    const wanted = new Set(events.map(({ stream }) => entityOf(stream))).size;
    if (rows[0]?.made !== wanted) throw new Error(`Emmett made ${rows[0]?.made} documents of ${wanted} referrals`);
  } finally {
    await client.end();
  }
}

/** A document for each referral, made with the same fold as our read model, in a collection that emmett empties and fills. */
async function rebuildDocuments(url: string, projection: AnyProjection, types: readonly string[]): Promise<void> {
  const definition = pongoMultiStreamProjection<Record<string, unknown>, Stored>({
    collectionName: 'referral_list',
    canHandle: [...types],
    getDocumentId: (event) => entityOf(streamOf(event.metadata)),
    evolve: (document: Record<string, unknown> | null, event: { readonly metadata: object }) => {
      const recorded = { ...event, stream: streamOf(event.metadata), revision: 0, position: 0 } as unknown as Recorded;
      return projection.evolve(document ?? undefined, recorded) as Record<string, unknown> | null;
    },
  });
  const rebuild = rebuildPostgreSQLProjections({
    connectionString: url,
    projections: [definition],
    pulling: { batchSize: BATCH_SIZE },
  });
  await rebuild.start();
  await rebuild.close();
  await endAllPools(); // those of its documents, which would outlive the server
}

const streamOf = (metadata: object): string => (metadata as { readonly streamName: string }).streamName;

/** The id of the stream, after the category. */
const entityOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** The first `count` events of a log. */
export async function firstEvents(store: EventStore, count: number): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of store.readAll({ after: 0 })) {
    if (events.push(event) === count) break;
  }
  return events;
}
