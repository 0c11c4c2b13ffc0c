import { expect } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import { foldBatch, type Saved } from '../projecting/fold-batch.js';
import type { AnyProjection, FeedEntry, Projection } from '../projecting/projection.js';

/**
 * What a projection makes of a log that comes event by event: its rows by key, and everything that was added to the feed. On the way
 * every batch comes twice and goes through JSON, as it does in the database; the second time must change nothing. The whole log
 * in one batch must come to the same rows.
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
