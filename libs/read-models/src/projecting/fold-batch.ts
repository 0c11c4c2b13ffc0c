import type { Recorded } from '@throughline/domain';
import { type AnyProjection, categoryOf, entityOf, type FeedEntry } from './projection.js';

/** An entity as it was saved, with the position of the last event that is in it. */
export interface Saved {
  readonly state: unknown;
  readonly position: number;
}

export interface Advanced extends Saved {
  readonly entity: string;
  /** Rows that differ from those before, by key. */
  readonly rows: readonly object[];
  /** The same rows as they were before, where there were any. */
  readonly replaced: readonly object[];
  readonly feed: readonly FeedEntry[];
  /** When the last event was recorded, ISO 8601. */
  readonly at: string;
}

/** A stream that the projection cannot take further. */
export interface Poisoned {
  readonly stream: string;
  readonly position: number;
  readonly error: unknown;
}

interface Face {
  readonly rows: Map<string, object>;
  readonly feed: Map<string, FeedEntry>;
}

const NOTHING: Face = { rows: new Map(), feed: new Map() };

/**
 * Folds a batch into the entities that it touches. Pure. An event at or below its entity's position is old and skipped, so a
 * batch may come twice. An event that the projection throws on poisons its stream: later events of that stream are left alone,
 * every other stream goes on.
 */
export function foldBatch(
  projection: AnyProjection,
  events: readonly Recorded[],
  saved: ReadonlyMap<string, Saved>,
  parked: ReadonlySet<string>,
): { readonly advanced: readonly Advanced[]; readonly poisoned: readonly Poisoned[] } {
  const poisoned = new Map<string, Poisoned>();
  const advanced: Advanced[] = [];
  for (const [entity, its] of byEntity(projection, events)) {
    const before = saved.get(entity);
    const fresh = its.filter(({ position, stream }) => position > (before?.position ?? 0) && !parked.has(stream));
    const folded =
      foldAtOnce(projection, before?.state, fresh) ?? foldOneByOne(projection, before?.state, fresh, poisoned);
    if (!folded) continue;
    const { state, last, shown } = folded;
    const faceBefore = before ? faceOf(projection, before.state) : NOTHING;
    advanced.push({ entity, state, position: last.position, at: last.metadata.at, ...difference(faceBefore, shown) });
  }
  return { advanced, poisoned: [...poisoned.values()] };
}

interface Folded {
  readonly state: unknown;
  readonly last: Recorded;
  readonly shown: Face;
}

/**
 * The entity's events in one go, its rows made once at the end: what a rebuild lives on. Null where every step counts: rows that
 * come and go within the batch, or an event that the projection throws on.
 */
function foldAtOnce(projection: AnyProjection, before: unknown, events: readonly Recorded[]): Folded | null {
  const last = events.at(-1);
  if (!last || projection.leavesOutFinishedRows) return null;
  try {
    const state = events.reduce<unknown>((folded, event) => projection.evolve(folded, event), before);
    return state === undefined ? null : { state, last, shown: faceOf(projection, state) };
  } catch {
    return null; // Step by step it will throw again, and be recorded there.
  }
}

function foldOneByOne(
  projection: AnyProjection,
  before: unknown,
  events: readonly Recorded[],
  poisoned: Map<string, Poisoned>,
): Folded | null {
  const shown: Face = { rows: new Map(), feed: new Map() };
  let state = before;
  let last: Recorded | undefined;
  for (const event of events) {
    if (poisoned.has(event.stream)) continue;
    try {
      const next: unknown = projection.evolve(state, event);
      if (next !== undefined) overlay(shown, faceOf(projection, next));
      state = next;
      last = event;
    } catch (error) {
      poisoned.set(event.stream, { stream: event.stream, position: event.position, error });
    }
  }
  return last && state !== undefined ? { state, last, shown } : null;
}

/**
 * One entity from its first event, whatever was saved of it: what a parked stream needs, whose place in the order is behind
 * what the entity's other streams have done since. `events` are all of the entity's, in log order.
 */
export function refold(
  projection: AnyProjection,
  events: readonly Recorded[],
  saved: Saved | undefined,
  parked: ReadonlySet<string>,
): { readonly advanced: readonly Advanced[]; readonly poisoned: readonly Poisoned[] } {
  const { advanced, poisoned } = foldBatch(projection, events, new Map(), parked);
  const before = saved ? faceOf(projection, saved.state) : NOTHING;
  return { advanced: advanced.map((one) => ({ ...one, ...difference(before, keyed(projection, one)) })), poisoned };
}

function byEntity(projection: AnyProjection, events: readonly Recorded[]): Map<string, Recorded[]> {
  const groups = new Map<string, Recorded[]>();
  for (const event of events) {
    if (!projection.categories.includes(categoryOf(event.stream))) continue;
    const entity = entityOf(event.stream);
    const group = groups.get(entity);
    if (group) group.push(event);
    else groups.set(entity, [event]);
  }
  return groups;
}

function faceOf(projection: AnyProjection, state: unknown): Face {
  return keyed(projection, { rows: projection.rows(state) as readonly object[], feed: projection.feed?.(state) ?? [] });
}

function keyed(projection: AnyProjection, { rows, feed }: Pick<Advanced, 'rows' | 'feed'>): Face {
  const key = projection.table.key;
  return {
    rows: new Map(rows.map((row) => [String((row as Record<string, unknown>)[key]), row])),
    feed: new Map(feed.map((entry) => [`${entry.topic} ${entry.key}`, entry])),
  };
}

/** A row that one event of the batch changed counts although a later one left it out. */
function overlay(face: Face, { rows, feed }: Face): void {
  for (const [key, row] of rows) face.rows.set(key, row);
  for (const [key, entry] of feed) face.feed.set(key, entry);
}

function difference(before: Face, after: Face): Pick<Advanced, 'rows' | 'replaced' | 'feed'> {
  const changed = [...after.rows].filter(([key, row]) => !same(before.rows.get(key), row));
  return {
    rows: changed.map(([, row]) => row),
    replaced: changed.flatMap(([key]) => before.rows.get(key) ?? []),
    feed: [...after.feed].filter(([key, entry]) => !same(before.feed.get(key), entry)).map(([, entry]) => entry),
  };
}

function same(one: object | undefined, other: object): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}
