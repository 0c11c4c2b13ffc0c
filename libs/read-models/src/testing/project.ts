import { expect } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import { foldBatch, type Saved } from '../projecting/fold-batch.js';
import type { AnyProjection, FeedEntry, Projection } from '../projecting/projection.js';

/**
 * Projects a log event by event. Returns the rows by key, and everything that was added to the feed. Every batch is applied twice and
 * stored as JSON, as in the database; the second time must change nothing. The whole log in one batch must give the same rows.
 */
export function project<State, Row extends object>(
  projection: Projection<State, Row>,
  events: readonly Recorded[],
): { readonly rows: ReadonlyMap<string, Row>; readonly feed: readonly FeedEntry[] } {
  const saved = new Map<string, Saved>();
  const rows = new Map<string, Row>();
  const feed: FeedEntry[] = [];
  for (const event of events) {
    const { advanced, poisoned } = foldBatch(projection as AnyProjection, [event], saved, new Map());
    expect(poisoned).toEqual([]);
    for (const one of advanced) {
      saved.set(one.entity, JSON.parse(JSON.stringify({ state: one.state, position: one.position })) as Saved);
      for (const row of one.rows as Row[]) rows.set(String(row[projection.table.key]), row);
      feed.push(...one.feed);
    }
    expect(foldBatch(projection as AnyProjection, [event], saved, new Map()).advanced).toEqual([]);
  }
  const atOnce = foldBatch(projection as AnyProjection, events, new Map(), new Map()).advanced;
  const key = projection.table.key;
  expect(new Map(atOnce.flatMap((one) => (one.rows as Row[]).map((row) => [String(row[key]), row])))).toEqual(rows);
  return { rows, feed };
}
