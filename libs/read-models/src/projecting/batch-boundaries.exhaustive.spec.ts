import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import fc from 'fast-check';
import { projections } from '../projections.js';
import { randomStory } from '../testing/random-story.js';
import { foldBatch, type Saved } from './fold-batch.js';
import type { AnyProjection } from './projection.js';

/** The positions at which a log of up to a thousand events is divided into batches. */
const cuts = fc.array(fc.nat(200), { maxLength: 20 });

function batchesOf(events: readonly Recorded[], at: readonly number[]): readonly (readonly Recorded[])[] {
  const ends = [...new Set([...at, events.length])].filter((end) => end <= events.length).sort((a, b) => a - b);
  return ends.map((end, n) => events.slice(ends[n - 1] ?? 0, end));
}

/** Rows, states and poisoned streams after these batches. Between two batches they are stored as JSON, as in the database. */
function folded(projection: AnyProjection, batches: readonly (readonly Recorded[])[]) {
  const asKept = (value: unknown) => JSON.parse(JSON.stringify(value)) as never;
  const saved = new Map<string, Saved>();
  const rows = new Map<string, unknown>();
  const parked = new Map<string, number>();
  for (const batch of batches) {
    const { advanced, poisoned } = foldBatch(projection, batch, saved, parked);
    for (const { stream, position } of poisoned) parked.set(stream, position);
    for (const one of advanced) {
      saved.set(one.entity, asKept({ state: one.state, position: one.position }));
      for (const row of one.rows) rows.set(String((row as never)[projection.table.key]), asKept(row));
    }
  }
  return { rows, saved, parked };
}

describe('A read model', () => {
  // Every projection folds each story, because to invent a story takes longer than to fold it.
  it('is the same however its log is cut into batches, live or in a rebuild', () => {
    fc.assert(
      fc.property(randomStory, cuts, ({ events }, at) => {
        for (const projection of projections) {
          const foldedIn = (batches: readonly (readonly Recorded[])[]) => ({
            model: projection.name,
            ...folded(projection, batches),
          });
          const rebuilt = foldedIn([events]);
          expect(foldedIn(batchesOf(events, at))).toEqual(rebuilt);
          expect(foldedIn(batchesOf(events, [...events.keys()]))).toEqual(rebuilt);
          expect(rebuilt).toMatchObject({ model: projection.name, parked: new Map() });
        }
      }),
      { numRuns: 40 },
    );
  });
});
