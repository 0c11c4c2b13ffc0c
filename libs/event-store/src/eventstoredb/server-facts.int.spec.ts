import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AllStreamSubscription,
  type AppendExpectedRevision,
  BACKWARDS,
  type Credentials,
  END,
  EventStoreDBClient,
  jsonEvent,
  type Position,
  type ResolvedEvent,
  START,
  type StreamingRead,
  streamNameFilter,
} from '@eventstore/db-client';
import { until } from '@throughline/platform/testing';
import { startServerUnderTest } from '../testing/eventstoredb-double/server-under-test.js';

/*
 * The behaviour of the server on which the engine relies, tested through the client alone. The double and the real server behave alike: with
 * EVENT_STORE_URL=esdb://… the same tests run against that server.
 */
describe('The server of EventStoreDB', () => {
  let client: EventStoreDBClient;
  let crash: () => Promise<void>;
  let isCluster: boolean;
  let credentials: Credentials;
  const newStream = () => `c${randomUUID().replaceAll('-', '')}-1`;
  const events = (count: number) => Array.from({ length: count }, () => jsonEvent({ type: 'Baked', data: {} }));
  const append = (stream: string, batch: ReturnType<typeof events>, expectedRevision: AppendExpectedRevision) =>
    client.appendToStream(stream, batch, { expectedRevision, credentials });

  beforeAll(async () => {
    const server = await startServerUnderTest();
    crash = () => server.crash();
    ({ credentials } = server);
    isCluster = server.url.includes(',');
    client = EventStoreDBClient.connectionString(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    (await client['getChannel']()).close();
    await crash();
  });

  async function all(read: StreamingRead<ResolvedEvent>): Promise<string[]> {
    const ids: string[] = [];
    for await (const { event } of read) ids.push(event!.id);
    return ids;
  }

  function follow(
    stream: string,
    { prefixes = [stream], checkpointInterval = 1_000, fromPosition = START as Position | typeof START } = {},
  ) {
    const seen = { ids: [] as string[], checkpoints: [] as Position[], live: false, error: undefined as unknown };
    const filter = streamNameFilter({
      prefixes,
      checkpointInterval,
      maxSearchWindow: 32,
      checkpointReached: (_, position) => void seen.checkpoints.push(position),
    });
    const subscription: AllStreamSubscription = client.subscribeToAll({ fromPosition, filter });
    subscription.on('data', ({ event }) => seen.ids.push(event!.id));
    subscription.on('caughtUp', () => (seen.live = true));
    subscription.on('error', (error) => (seen.error = error));
    return { seen, subscription };
  }

  it('knows an append again at the same expected revision only, and no part of it', async () => {
    const stream = newStream();
    const [one, two] = events(2) as [ReturnType<typeof jsonEvent>, ReturnType<typeof jsonEvent>];
    await append(stream, [one, two], 'no_stream');
    expect(await append(stream, [one, two], 'no_stream')).toMatchObject({ nextExpectedRevision: 1n });
    await expect(append(stream, [one, ...events(1)], 'no_stream')).rejects.toMatchObject({
      type: 'wrong-expected-version',
      message: '',
      actualVersion: 1n,
    });
    expect(await append(stream, [one], 1n)).toMatchObject({ nextExpectedRevision: 2n });
    await expect(append(newStream(), [one], 4n)).rejects.toMatchObject({ actualVersion: 'no_stream' });
  });

  it('answers an empty append with success', async () => {
    expect(await append(newStream(), [], 'no_stream')).toMatchObject({ success: true, nextExpectedRevision: 0n });
  });

  it('refuses more than 1 MiB as a whole', async () => {
    const large = jsonEvent({ type: 'Baked', data: { text: 'x'.repeat(600_000) } });
    const stream = newStream();
    const batch = [large, { ...large, id: randomUUID() }];
    await expect(append(stream, batch, 'no_stream')).rejects.toMatchObject({ type: 'maximum-append-size-exceeded' });
    await expect(all(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it('reads from a position inclusively forwards, exclusively backwards, and not from an invented position', async () => {
    const stream = newStream();
    const batch = events(3);
    const { position } = await append(stream, batch, 'no_stream');
    const [before, middle, last] = batch.map(({ id }) => id) as [string, string, string];
    let fromPosition = position!;
    for await (const { event } of client.readStream(stream, { fromRevision: 1n, maxCount: 1 })) {
      fromPosition = event!.position!;
    }
    const forwards = await all(client.readAll({ fromPosition, maxCount: 2 }));
    expect(forwards).toEqual([middle, last]);
    expect(await all(client.readAll({ fromPosition, maxCount: 1, direction: BACKWARDS }))).toEqual([before]);
    const invented = { commit: fromPosition.commit + 1n, prepare: fromPosition.prepare + 1n };
    await expect(all(client.readAll({ fromPosition: invented }))).rejects.toMatchObject({ type: 'unknown' });
  });

  it('reads a position just past the head as empty', async () => {
    // Repeated if one of the server's own events was written in between: then the position is inside the log.
    await until('nothing is read', async () => {
      const { position } = await append(newStream(), events(1), 'no_stream');
      const past = { commit: position!.commit + 1n, prepare: position!.prepare + 1n };
      const read = await all(client.readAll({ fromPosition: past })).catch((error: { type: string }) => error.type);
      return read.length === 0;
    });
  });

  it('subscribes after a position, exclusively, also in the middle of an append', async () => {
    const stream = newStream();
    const batch = events(3);
    await append(stream, batch, 'no_stream');
    let middle: Position | undefined;
    for await (const { event } of client.readStream(stream, { fromRevision: 1n, maxCount: 1 }))
      middle = event!.position!;
    const { seen, subscription } = follow(stream, { fromPosition: middle! });
    await until('it has caught up', () => seen.live);
    expect(seen.ids).toEqual([batch[2]!.id]);
    await subscription.unsubscribe();
  });

  it('ignores a filter that a read is given', async () => {
    await append(newStream(), events(1), 'no_stream');
    const filter = streamNameFilter({ prefixes: ['nobody'] });
    const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, ...({ filter } as object) });
    expect(await all(read)).toHaveLength(1);
  });

  it('gives an empty filter nothing, and checkpoints by interval and window', async () => {
    const stream = newStream();
    await append(stream, events(320), 'no_stream');
    const nothing = follow(stream, { prefixes: [], checkpointInterval: 1 });
    await until('it has caught up', () => nothing.seen.live);
    expect(nothing.seen.ids).toEqual([]);
    expect(nothing.seen.checkpoints.length).toBeGreaterThanOrEqual(10);
    await nothing.subscription.unsubscribe();
  });

  it('gives checkpoints no prepare position while it catches up, and both once it is live', async () => {
    const stream = newStream();
    await append(`${stream}-other`, events(320), 'no_stream');
    const { seen, subscription } = follow(newStream(), { checkpointInterval: 1 });
    await until('it is live', () => seen.live);
    const [first, ...others] = seen.checkpoints;
    expect(first).toEqual({ commit: 0n, prepare: 0n });
    expect(others.length).toBeGreaterThanOrEqual(9);
    expect(others.every(({ commit, prepare }) => commit > 0n && prepare === 0n)).toBe(true);

    const whileCatchingUp = seen.checkpoints.length;
    await until('a live checkpoint came', async () => {
      await append(`${stream}-other`, events(8), 'any');
      return seen.checkpoints.length > whileCatchingUp;
    });
    const live = seen.checkpoints.slice(whileCatchingUp);
    expect(live.every(({ commit, prepare }) => commit === prepare)).toBe(true);
    await subscription.unsubscribe();
  });

  it('treats a deleted stream as absent, and continues its revision numbers', async () => {
    const stream = newStream();
    await append(stream, events(2), 'no_stream');
    await client.deleteStream(stream, { credentials });
    await expect(all(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-not-found' });
    const batch = events(2);
    expect(await append(stream, batch, 'no_stream')).toMatchObject({ nextExpectedRevision: 3n });
    expect(await all(client.readStream(stream))).toEqual(batch.map(({ id }) => id));
    await expect(append(stream, events(1), 'no_stream')).rejects.toMatchObject({ actualVersion: 3n });
  });

  it('drops a fast consumer under 16 writers of 3 events each, or sends it everything', async () => {
    const stream = newStream();
    const { seen, subscription } = follow(stream);
    await until('it is live', () => seen.live);
    const written = new Set<string>();
    const giveUp = Date.now() + 5_000;
    while (seen.error === undefined && Date.now() < giveUp) {
      const batches = Array.from({ length: 16 }, () => events(3));
      for (const { id } of batches.flat()) written.add(id);
      await Promise.all(batches.map((batch, writer) => append(`${stream}-${writer}`, batch, 'any')));
    }
    await until('it saw all or was dropped', () => seen.ids.length === written.size || seen.error !== undefined);
    if (seen.error !== undefined) expect(seen.error).toMatchObject({ type: 'timeout' });
    expect(seen.ids.filter((id) => !written.has(id))).toEqual([]);
    expect(new Set(seen.ids).size).toBe(seen.ids.length);
    await subscription.unsubscribe();
  });

  it('drops an idle, fast consumer by one append of 500, with neither end nor close', async () => {
    const stream = newStream();
    const { seen, subscription } = follow(stream);
    let ended = false;
    subscription.on('end', () => (ended = true));
    subscription.on('close', () => (ended = true));
    await until('it is live', () => seen.live);
    const batch = events(500);
    await append(stream, batch, 'no_stream');
    // A cluster of three nodes did not drop it, because it shows an event only when a majority has it.
    const isAllSeen = () => isCluster && seen.ids.length === batch.length;
    await until('it was dropped', () => seen.error !== undefined || isAllSeen());
    if (!isAllSeen()) expect(seen.error).toMatchObject({ type: 'timeout' });
    expect(seen.ids).toEqual(batch.slice(0, seen.ids.length).map(({ id }) => id));
    expect([ended, subscription.destroyed]).toEqual([false, false]);
    await subscription.unsubscribe();
  });
});
