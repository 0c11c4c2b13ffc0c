import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import { SYSTEM_ACTOR } from '@throughline/domain';
import { foldBatch, refold, type Saved } from './fold-batch.js';
import type { Projection } from './projection.js';

interface Tally {
  readonly name: string;
  readonly total: number;
}

/** Sums the amounts that are added to a box, from two streams. Throws on the event 'Poison'. */
const boxes: Projection<Tally, { box: string; total: number }> = {
  name: 'box',
  version: 1,
  categories: ['box', 'lid'],
  evolve: (state, event) => {
    if (event.type === 'Poison') throw new Error('poison');
    const { name, added } = event.data as { name: string; added: number };
    return { name, total: (state?.total ?? 0) + added };
  },
  table: { key: 'box', columns: { box: 'text', total: 'integer' }, indexes: () => [] },
  rows: ({ name, total }) => [{ box: name, total }],
  feed: ({ name, total }) => [{ topic: 'boxes', key: name, audience: ['staff'], row: { total } }],
};

function added(position: number, stream: string, amount: number, type = 'Added'): Recorded {
  const at = `2026-11-21T00:00:${String(position).padStart(2, '0')}.000Z`;
  const metadata = {
    eventId: '',
    schemaVersion: 1,
    actor: SYSTEM_ACTOR,
    at,
    commandId: '',
    correlationId: '',
    causationId: null,
    hash: '',
  };
  return { type, data: { name: stream.split('-')[1], added: amount }, stream, revision: 0, position, metadata };
}

const none = new Map<string, Saved>();
const saved = (advanced: ReturnType<typeof foldBatch>['advanced']) => new Map(advanced.map((one) => [one.entity, one]));

describe('Folding a batch', () => {
  it('advances every entity that it touches, over all of its streams', () => {
    const { advanced, poisoned } = foldBatch(
      boxes,
      [added(1, 'box-a', 2), added(2, 'box-b', 5), added(3, 'lid-a', 1), added(4, 'other-a', 9)],
      none,
      new Map(),
    );
    expect(poisoned).toEqual([]);
    expect(advanced).toMatchObject([
      { entity: 'a', position: 3, rows: [{ box: 'a', total: 3 }], replaced: [], at: '2026-11-21T00:00:03.000Z' },
      { entity: 'b', position: 2, rows: [{ box: 'b', total: 5 }] },
    ]);
  });

  it('changes nothing when the same batch comes twice', () => {
    const batch = [added(1, 'box-a', 2), added(2, 'box-a', 3)];
    const once = foldBatch(boxes, batch, none, new Map());
    expect(foldBatch(boxes, batch, saved(once.advanced), new Map()).advanced).toEqual([]);
  });

  it('applies only the new events of a batch that overlaps', () => {
    const first = foldBatch(boxes, [added(1, 'box-a', 2)], none, new Map());
    const second = foldBatch(boxes, [added(1, 'box-a', 2), added(2, 'box-a', 3)], saved(first.advanced), new Map());
    expect(second.advanced).toMatchObject([
      { rows: [{ box: 'a', total: 5 }], replaced: [{ box: 'a', total: 2 }], feed: [{ key: 'a', row: { total: 5 } }] },
    ]);
  });

  it('announces nothing for an entity whose rows are unchanged', () => {
    const first = foldBatch(boxes, [added(1, 'box-a', 2)], none, new Map());
    const second = foldBatch(boxes, [added(2, 'box-a', 0)], saved(first.advanced), new Map());
    expect(second.advanced).toMatchObject([{ position: 2, rows: [], replaced: [], feed: [] }]);
  });

  it('includes a row that one event changed and a later event of the batch left out', () => {
    const onlyLast: typeof boxes = {
      ...boxes,
      leavesOutFinishedRows: true,
      rows: ({ name, total }) => [{ box: `${name}${total}`, total }],
    };
    const { advanced } = foldBatch(onlyLast, [added(1, 'box-a', 1), added(2, 'box-a', 1)], none, new Map());
    expect(advanced).toMatchObject([{ rows: [{ box: 'a1' }, { box: 'a2' }] }]);
  });

  it('parks the stream of an event that it cannot take, and continues with every other', () => {
    const batch = [
      added(1, 'box-a', 2),
      added(2, 'box-a', 0, 'Poison'),
      added(3, 'box-a', 4),
      added(4, 'lid-a', 1),
      added(5, 'box-b', 7),
    ];
    const { advanced, poisoned } = foldBatch(boxes, batch, none, new Map());
    expect(poisoned).toMatchObject([{ stream: 'box-a', position: 2, error: new Error('poison') }]);
    expect(advanced).toMatchObject([
      { entity: 'a', position: 4, rows: [{ total: 3 }] },
      { entity: 'b', rows: [{ total: 7 }] },
    ]);
  });

  it('leaves a parked stream alone', () => {
    expect(foldBatch(boxes, [added(1, 'box-a', 2)], none, new Map([['box-a', 1]]))).toEqual({
      advanced: [],
      poisoned: [],
    });
  });

  it('folds an entity from the start, and compares it with its saved rows', () => {
    const stuck = foldBatch(boxes, [added(1, 'box-a', 2), added(4, 'lid-a', 1)], none, new Map([['box-a', 1]]));
    const again = refold(
      boxes,
      [added(1, 'box-a', 2), added(3, 'box-a', 4), added(4, 'lid-a', 1)],
      saved(stuck.advanced).get('a'),
      new Map(),
    );
    expect(again.advanced).toMatchObject([{ position: 4, rows: [{ total: 7 }], replaced: [{ total: 1 }] }]);
  });
});
