import { randomUUID } from 'node:crypto';
import { type Recorded, SYSTEM_ACTOR } from '@throughline/domain';
import { type EventStore, type NewEvent, openEventStore } from '@throughline/event-store';
import { type Database, openDatabase } from '@throughline/platform';
import { testDatabase, testDatabaseLike } from '@throughline/platform/testing';
import { applyBatch } from '../projecting/apply-batch.js';
import { projectedPosition } from '../consumer/checkpoint.js';
import { newestOfEach, prepareReadModels } from '../projecting/prepare.js';
import type { AnyProjection } from '../projecting/projection.js';
import { readBatches } from '../consumer/consume.js';
import { projections } from '../projections.js';
import type { ReadModelSchema } from '../read-model-schema.js';

/** Type of `anEventOfALaterRelease`. */
export const LATER_EVENT = 'TaskPutToMusic';

export interface Engines extends Database<ReadModelSchema> {
  readonly store: EventStore;
}

/** A log and its read models, both empty, in a new database: those of this release unless others are named. */
export async function openEngines(active?: readonly AnyProjection[]): Promise<Engines> {
  const url = await (active ? testDatabase() : preparedDatabase());
  const store = await openEventStore(url);
  const database = openDatabase<ReadModelSchema>(url);
  if (active) await prepareReadModels(database.db, active, 0);
  return {
    ...database,
    store,
    close: async () => {
      await store.close();
      await database.close();
    },
  };
}

/** The URL of a new database with an empty log and the empty read models of this release. To make their tables takes longer than most specs. */
export const preparedDatabase = (): Promise<string> =>
  testDatabaseLike('engines', async (url) => {
    await (await openEventStore(url)).close();
    const { db, close } = openDatabase<ReadModelSchema>(url);
    await prepareReadModels(db, newestOfEach(projections), 0);
    await close();
  });

/** Appends the events of a story in its order. */
export async function append(store: EventStore, events: readonly Recorded[]): Promise<void> {
  for (const { stream, revision, type, data, metadata } of events) {
    await store.append(stream, revision === 0 ? 'no-stream' : revision - 1, [{ type, data, metadata }]);
  }
}

/** An event of a type that this release does not know, like one that a later release writes. */
export function anEventOfALaterRelease(): NewEvent {
  const commandId = randomUUID();
  const ids = { eventId: randomUUID(), commandId, correlationId: commandId, causationId: null, hash: '' };
  const metadata = { ...ids, schemaVersion: 1, actor: SYSTEM_ACTOR, at: '2026-11-21T12:00:00.000Z' };
  return { type: LATER_EVENT, data: {}, metadata };
}

/** Projects the active read models up to the head of the log, as the projector does. */
export async function projectAll(
  { db, store }: Pick<Engines, 'db' | 'store'>,
  active: readonly AnyProjection[] = newestOfEach(projections),
): Promise<void> {
  const after = (await projectedPosition(db)) ?? 0;
  for await (const batch of readBatches(store, { after, upTo: await store.head() })) {
    await applyBatch(db, active, batch);
  }
}
