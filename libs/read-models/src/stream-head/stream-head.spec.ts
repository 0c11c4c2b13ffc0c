import { describe, expect, it } from '@jest/globals';
import { type Recorded, SYSTEM_ACTOR } from '@throughline/domain';
import { FIRST_HASH, hashOf, type StreamHead } from '@throughline/event-store';
import { advanceHeads } from './stream-head.js';

const stream = 'itemTask-1';

/** Chained events of one stream, at consecutive positions; `data` makes one version of the past differ from another. */
function eventsOf(length: number, data: object = {}): Recorded[] {
  let hash = FIRST_HASH;
  return Array.from({ length }, (_, revision) => {
    const unhashed = {
      eventId: `event-${revision}`,
      commandId: 'command',
      correlationId: 'command',
      causationId: null,
      schemaVersion: 1,
      actor: SYSTEM_ACTOR,
      at: '2026-11-20T15:00:00.000Z',
    };
    hash = hashOf(hash, { stream, revision, type: 'Baked', data, metadata: unhashed });
    return { stream, revision, position: revision + 1, type: 'Baked', data, metadata: { ...unhashed, hash } };
  });
}

function headAfter(...batches: readonly (readonly Recorded[])[]): StreamHead | undefined {
  const heads = new Map<string, StreamHead>();
  for (const batch of batches) for (const [key, head] of advanceHeads(heads, batch)) heads.set(key, head);
  return heads.get(stream);
}

const at = (revision: number) => expect.objectContaining({ revision, position: revision + 1 });

describe('The head of a stream', () => {
  const log = eventsOf(8);

  it('is its last event, in one batch or several', () => {
    expect(headAfter(log)).toEqual(at(7));
    expect(headAfter(log.slice(0, 3), log.slice(3))).toEqual(at(7));
  });

  it('starts where a stream is first seen', () => {
    expect(headAfter(log.slice(5, 7))).toEqual(at(6));
  });

  it('stays when past events are replayed', () => {
    expect(headAfter(log, log.slice(0, 4))).toEqual(at(7));
  });

  it('is not moved by events that are appended to a log that was cut', () => {
    const grown = eventsOf(8, { count: 1 });
    expect(headAfter(log.slice(0, 5), grown)).toEqual(at(4));
  });

  it('is not moved by the events after a stream was deleted, although the revision numbers continue', () => {
    const begunAnew = { ...eventsOf(1, { count: 1 })[0]!, revision: 8, position: 9 };
    expect(headAfter(log, [begunAnew])).toEqual(at(7));
  });

  it('is neither moved nor started by an event without a hash', () => {
    const { hash: _, ...unhashed } = log[0]!.metadata;
    const bare = { ...log[0]!, metadata: unhashed } as Recorded;
    expect(headAfter([bare])).toBeUndefined();
    expect(headAfter([bare], log.slice(1, 3))).toEqual(at(2));
  });

  it('does not jump over an event', () => {
    expect(headAfter(log.slice(0, 5), log.slice(6))).toEqual(at(4));
  });

  it('does not move to an event that is before it in the log', () => {
    expect(headAfter(log.slice(0, 5), [{ ...log[5]!, position: 2 }])).toEqual(at(4));
  });
});
