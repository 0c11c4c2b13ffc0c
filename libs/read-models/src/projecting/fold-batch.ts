import type { Recorded } from '@throughline/domain';
import type { Poisoned } from '../consumer/parked-stream.js';
import { type AnyProjection, categoryOf, entityOf, type FeedEntry } from './projection.js';

/** A saved entity, with the position of the last event that is included. */
export interface Saved {
  readonly state: unknown;
  readonly position: number;
}

export interface Advanced extends Saved {
  readonly entity: string;
  /** Rows that differ from the previous ones, by key. */
  readonly rows: readonly object[];
  /** The previous values of the same rows, if any. */
  readonly replaced: readonly object[];
  readonly feed: readonly FeedEntry[];
  /** When the last event was recorded, ISO 8601. */
  readonly at: string;
}

interface EntityView {
  readonly rows: Map<string, object>;
  readonly feed: Map<string, FeedEntry>;
}

const EMPTY_VIEW: EntityView = { rows: new Map(), feed: new Map() };

/**
 * Folds a batch into the entities that it touches. Pure. An event at or below its entity's position is skipped, so a
 * batch may be applied twice. An event on which the projection throws poisons its stream: later events of that stream are
 * skipped, and every other stream continues.
 */
export function foldBatch(
  projection: AnyProjection,
  events: readonly Recorded[],
  saved: ReadonlyMap<string, Saved>,
  parked: ReadonlyMap<string, number>,
): { readonly advanced: readonly Advanced[]; readonly poisoned: readonly Poisoned[] } {
  const poisoned = new Map<string, Poisoned>();
  const advanced: Advanced[] = [];
  for (const [entity, its] of byEntity(projection, events)) {
    const before = saved.get(entity);
    const fresh = its.filter(
      ({ position, stream }) => position > (before?.position ?? 0) && position < (parked.get(stream) ?? Infinity),
    );
    const folded =
      foldAtOnce(projection, before?.state, fresh) ?? foldOneByOne(projection, before?.state, fresh, poisoned);
    if (!folded) continue;
    const { state, last, shown } = folded;
    const viewBefore = before ? viewOfState(projection, before.state) : EMPTY_VIEW;
    advanced.push({ entity, state, position: last.position, at: last.metadata.at, ...difference(viewBefore, shown) });
  }
  return { advanced, poisoned: [...poisoned.values()] };
}

interface Folded {
  readonly state: unknown;
  readonly last: Recorded;
  readonly shown: EntityView;
}

/**
 * Folds the entity's events at once and computes its rows once at the end, which makes a rebuild fast. Null if each step matters: rows that
 * appear and disappear within the batch, or an event on which the projection throws.
 */
function foldAtOnce(projection: AnyProjection, before: unknown, events: readonly Recorded[]): Folded | null {
  const last = events.at(-1);
  if (!last || projection.leavesOutFinishedRows) return null;
  try {
    const state = events.reduce<unknown>((folded, event) => projection.evolve(folded, event), before);
    return state === undefined ? null : { state, last, shown: viewOfState(projection, state) };
  } catch {
    return null; // Event by event it will throw again, and is recorded there.
  }
}

function foldOneByOne(
  projection: AnyProjection,
  before: unknown,
  events: readonly Recorded[],
  poisoned: Map<string, Poisoned>,
): Folded | null {
  const shown: EntityView = { rows: new Map(), feed: new Map() };
  let state = before;
  let last: Recorded | undefined;
  for (const event of events) {
    if (poisoned.has(event.stream)) continue;
    try {
      const next: unknown = projection.evolve(state, event);
      if (next !== undefined) mergeInto(shown, viewOfState(projection, next));
      state = next;
      last = event;
    } catch (error) {
      poisoned.set(event.stream, { stream: event.stream, position: event.position, error });
    }
  }
  return last && state !== undefined ? { state, last, shown } : null;
}

/**
 * Folds one entity from its first event, ignoring what was saved of it. A parked stream needs this, because its position is behind that of
 * the entity's other streams. `events` are all events of the entity, in log order.
 */
export function refold(
  projection: AnyProjection,
  events: readonly Recorded[],
  saved: Saved | undefined,
  parked: ReadonlyMap<string, number>,
): { readonly advanced: readonly Advanced[]; readonly poisoned: readonly Poisoned[] } {
  const { advanced, poisoned } = foldBatch(projection, events, new Map(), parked);
  const before = saved ? viewOfState(projection, saved.state) : EMPTY_VIEW;
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

function viewOfState(projection: AnyProjection, state: unknown): EntityView {
  return keyed(projection, { rows: projection.rows(state) as readonly object[], feed: projection.feed?.(state) ?? [] });
}

function keyed(projection: AnyProjection, { rows, feed }: Pick<Advanced, 'rows' | 'feed'>): EntityView {
  const key = projection.table.key;
  return {
    rows: new Map(rows.map((row) => [String((row as Record<string, unknown>)[key]), row])),
    feed: new Map(feed.map((entry) => [`${entry.topic} ${entry.key}`, entry])),
  };
}

/** A row that one event of the batch changed is kept, even if the state after a later event leaves it out. */
function mergeInto(view: EntityView, { rows, feed }: EntityView): void {
  for (const [key, row] of rows) view.rows.set(key, row);
  for (const [key, entry] of feed) view.feed.set(key, entry);
}

function difference(before: EntityView, after: EntityView): Pick<Advanced, 'rows' | 'replaced' | 'feed'> {
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
