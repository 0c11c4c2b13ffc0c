import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM_ACTOR, type Recorded } from '@throughline/domain';
import { FIRST_HASH, hashOf } from '@throughline/event-store';
import { randomUUID } from 'node:crypto';
import { buildRegistered } from '../projecting/build.js';
import { takeOverReadModels } from '../projecting/prepare.js';
import { runTogether } from '../projecting/run-together.js';
import { referralListProjection } from '../referral-list/referral-list.projection.js';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { movedHeads, readHeads, toHeads } from './stream-head.js';

const old = referralListProjection;
const next = { ...referralListProjection, version: referralListProjection.version + 1 };
const stream = 'history-263251234512345';

/** Events with a hash chain as `handleCommand` makes it. */
function chained(length: number): Recorded[] {
  let hash = FIRST_HASH;
  return Array.from({ length }, (_, revision) => {
    const [commandId, type, data] = [randomUUID(), 'HistoryEntryRecorded', { revision }];
    const unhashed = {
      eventId: randomUUID(),
      commandId,
      correlationId: commandId,
      causationId: null,
      schemaVersion: 1,
      actor: SYSTEM_ACTOR,
      at: '2026-11-20T15:00:00.000Z',
    };
    hash = hashOf(hash, { stream, revision, type, data, metadata: unhashed });
    return { stream, revision, position: revision + 1, type, data, metadata: { ...unhashed, hash } };
  });
}

describe('The stored head of a stream', () => {
  let engines: Engines;
  const events = chained(6);
  const head = async () => (await readHeads(engines.db, [stream])).get(stream);
  const cutAfter = (revision: number) =>
    engines.pool.query('delete from event_store.event where stream = $1 and revision > $2', [stream, revision]);

  beforeEach(async () => {
    engines = await openEngines([old]);
    await append(engines.store, events);
    await projectAll(engines, [old]);
  });
  afterEach(() => engines.close());

  it('is its last event, in any category', async () => {
    expect(await head()).toEqual({ revision: 5, position: 6, hash: events[5]?.metadata.hash });
  });

  it('survives a rebuild of the read models from a log that was cut', async () => {
    const before = await head();
    await cutAfter(2);
    await takeOverReadModels(engines.db, [next]);
    await buildRegistered(engines.db, engines.store, [next], { signal: new AbortController().signal });
    expect(await head()).toEqual(before);
  });

  it('survives what is appended to a log that was cut', async () => {
    const before = await head();
    await cutAfter(2);
    for (let revision = 3; revision < 8; revision++) {
      const { type, data, metadata } = events[2]!;
      const unhashed = { ...metadata, eventId: randomUUID() };
      const hash = hashOf('another past', { stream, revision, type, data, metadata: unhashed });
      await engines.store.append(stream, revision - 1, [{ type, data, metadata: { ...unhashed, hash } }]);
    }
    await projectAll(engines, [old]);
    expect(await head()).toEqual(before);
  });

  it('is not moved back by a build that began before it was known, and is behind', async () => {
    const before = await head();
    await runTogether(engines.db, toHeads(movedHeads(new Map(), events.slice(0, 3))));
    expect(await head()).toEqual(before);
  });

  it('is read from the log by a build if nothing was known', async () => {
    const before = await head();
    await engines.pool.query('delete from stream_head');
    await takeOverReadModels(engines.db, [next]);
    await buildRegistered(engines.db, engines.store, [next], { signal: new AbortController().signal });
    expect(await head()).toEqual(before);
  });
});
