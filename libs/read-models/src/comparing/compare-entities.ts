import { isDeepStrictEqual } from 'node:util';
import type { Recorded } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { sql, type Transaction } from 'kysely';
import { foldBatch, type Advanced, type Saved } from '../projecting/fold-batch.js';
import { type AnyProjection, categoryOf, entityOf, knownEventsOnly, tableOf } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { type Comparing, inComparison, type ModelFinding, type Snapshot } from './comparing.js';
import { differingRows } from './differing-rows.js';

/** The first event of a stream. */
export type StreamBegin = Pick<Recorded, 'stream' | 'position'>;

export interface Compared {
  /** Number of entities that were folded, in all read models. */
  readonly entities: number;
  readonly findings: readonly ModelFinding[];
}

/**
 * Folds the entities that begin with these events from the log, and compares state and rows of every active read model with what is
 * stored. An entity whose first event is in another stream is compared with that one, so that all streams of a log compare each entity
 * once. Throws the errors of the engines.
 */
export function compareEntities(comparing: Comparing, begins: readonly StreamBegin[]): Promise<Compared> {
  return inComparison(comparing, (snapshot) => compareWithin(comparing.store, snapshot, begins));
}

/** The first event of each of these entities of a read model. */
export async function findBegins(
  store: Pick<EventStore, 'readStream'>,
  projection: AnyProjection,
  entities: readonly string[],
): Promise<readonly StreamBegin[]> {
  const begins: StreamBegin[] = [];
  for (const entity of entities) {
    const firsts: StreamBegin[] = [];
    for (const stream of streamsOf(projection, entity))
      for await (const { position } of store.readStream(stream, { to: 0 })) firsts.push({ stream, position });
    begins.push(...firsts.sort((one, other) => one.position - other.position).slice(0, 1));
  }
  return begins;
}

interface EntityOfModel {
  readonly projection: AnyProjection;
  readonly entity: string;
  readonly events: readonly Recorded[];
}

async function compareWithin(
  store: Comparing['store'],
  snapshot: Snapshot,
  begins: readonly StreamBegin[],
): Promise<Compared> {
  const concerned = begins.flatMap((begin) =>
    snapshot.models
      .filter(({ categories }) => categories.includes(categoryOf(begin.stream)))
      .map((projection) => ({ projection, begin, entity: entityOf(begin.stream) })),
  );
  const named = concerned.flatMap(({ projection, entity }) => streamsOf(projection, entity));
  // A stream without a head is not read, but then what is folded differs from what is stored.
  const existing = new Set([...(await streamsWithHead(snapshot.tx, named)), ...begins.map(({ stream }) => stream)]);
  const read = readerOf(store, snapshot.position);
  const readConcerned = concerned.map(async ({ projection, begin, entity }): Promise<EntityOfModel[]> => {
    const streams = streamsOf(projection, entity).filter((stream) => existing.has(stream));
    const events = await eventsIn(read, streams);
    return events[0]?.position === begin.position ? [{ projection, entity, events }] : [];
  });
  const begun = (await Promise.all(readConcerned)).flat();
  const findings: ModelFinding[] = [];
  for (const projection of snapshot.models) {
    const its = begun.filter((one) => one.projection === projection);
    if (its.length > 0) findings.push(...(await compareModel(snapshot, projection, its)));
  }
  return { entities: begun.length, findings };
}

async function compareModel(
  { tx, parked }: Snapshot,
  projection: AnyProjection,
  entities: readonly EntityOfModel[],
): Promise<readonly ModelFinding[]> {
  const table = tableOf(projection);
  const stored = await readStates(
    tx,
    table,
    entities.map(({ entity }) => entity),
  );
  const findings: ModelFinding[] = [];
  const folded: Advanced[] = [];
  for (const { entity, events } of entities) {
    const [expected] = foldEntity(projection, events, parked.get(table));
    if (expected) folded.push(expected);
    const found = stored.get(entity);
    const of = { model: projection.name, table, entity, key: null, columns: [] };
    if (expected && !found) findings.push({ ...of, kind: 'state-missing' });
    else if (found && !isSameState(found, expected)) findings.push({ ...of, kind: 'state' });
  }
  return [...findings, ...(await differingRows(tx, projection, folded))];
}

const isSameState = (stored: Saved, expected: Saved | undefined): boolean =>
  expected !== undefined &&
  stored.position === expected.position &&
  isDeepStrictEqual(withoutNulls(stored.state), withoutNulls(expected.state));

/** As it is stored. A column that a release adds is null in the rows that it makes of older events, and absent from the states before. */
function withoutNulls(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state), function (this: unknown, _, value: unknown) {
    return value === null && !Array.isArray(this) ? undefined : value;
  });
}

/** The entity as its events make it, with all rows that it ever had; none if nothing of it is stored. */
export const foldEntity = (
  projection: AnyProjection,
  events: readonly Recorded[],
  parked: ReadonlyMap<string, number> = new Map(),
): readonly Advanced[] => foldBatch(knownEventsOnly(projection), events, new Map(), parked).advanced;

export async function readStates(
  tx: Transaction<ReadModelSchema>,
  table: string,
  entities: readonly string[],
): Promise<ReadonlyMap<string, Saved>> {
  const { rows } = await sql<Saved & { entity: string }>`
    select entity, state, position from ${sql.table(`${table}_state`)} where entity = any(${entities})`.execute(tx);
  return new Map(rows.map(({ entity, state, position }) => [entity, { state, position }]));
}

export const streamsOf = ({ categories }: AnyProjection, entity: string): readonly string[] =>
  categories.map((category) => `${category}-${entity}`);

async function streamsWithHead(tx: Transaction<ReadModelSchema>, streams: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ stream: string }>`
    select stream from stream_head where stream = any(${[...new Set(streams)]})`.execute(tx);
  return rows.map(({ stream }) => stream);
}

type Read = (stream: string) => Promise<readonly Recorded[]>;

/** Reads each stream once, up to a position. */
export function readerOf(store: Pick<EventStore, 'readStream'>, upTo: number): Read {
  const streams = new Map<string, Promise<readonly Recorded[]>>();
  const read: Read = async (stream) => {
    const events: Recorded[] = [];
    for await (const event of store.readStream(stream)) if (event.position <= upTo) events.push(event);
    return events;
  };
  return (stream) => {
    const reading = streams.get(stream) ?? read(stream);
    streams.set(stream, reading);
    return reading;
  };
}

/** The events of these streams in the order of the log. */
export async function eventsIn(read: Read, streams: readonly string[]): Promise<readonly Recorded[]> {
  const events = await Promise.all(streams.map(read));
  return events.flat().sort((one, other) => one.position - other.position);
}
