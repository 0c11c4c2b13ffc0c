import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Actor, DomainError, SYSTEM_ACTOR } from '@throughline/domain/kernel';
import { testDatabase } from '@throughline/platform/testing';
import { randomUUID } from 'node:crypto';
import { verifyChain } from './chain.js';
import { WrongExpectedRevision } from './errors.js';
import type { EventStore } from './event-store.js';
import { atItsTurn, type CommandContext, handleCommand } from './handle-command.js';
import { openEventStore } from './open-event-store.js';
import { readState } from './read-state.js';
import { type CookieJarCommand, type CookieJarEvent, cookieJar } from './testing/cookie-jar.js';
import { newEvents } from './testing/new-event.js';

describe('Handling a command', () => {
  let store: EventStore;
  let anotherProcess: EventStore;

  beforeAll(async () => {
    const url = await testDatabase();
    [store, anotherProcess] = await Promise.all([openEventStore(url), openEventStore(url)]);
  });
  afterAll(() => Promise.all([store.close(), anotherProcess.close()]));

  const staff: Actor = { userId: 'u1', email: 'staff@throughline.example', role: 'staff', companyId: 1 };
  const context = (commandId: string = randomUUID(), at = '2026-01-31T12:00:00.000Z'): CommandContext => ({
    actor: staff,
    at,
    commandId,
    correlationId: randomUUID(),
    causationId: null,
  });
  const bake = (count: number): CookieJarCommand => ({ type: 'BakeCookies', count });
  const eat: CookieJarCommand = { type: 'EatCookie', by: 'Ada' };
  const handle = (id: string, command: CookieJarCommand, itsContext = context(), on = store) =>
    handleCommand(on, { decider: cookieJar, id, command, context: itsContext });

  it('appends what was decided, with its metadata and a sound chain', async () => {
    const id = randomUUID();
    const itsContext = context();
    await handle(id, bake(2));
    const handled = await handle(id, eat, itsContext);
    expect(handled).toMatchObject({
      revision: 1,
      position: await store.head(),
      replayed: false,
      events: [
        { type: 'CookieEaten', data: { by: 'Ada' }, revision: 1, metadata: { ...itsContext, schemaVersion: 1 } },
      ],
    });
    expect(await readState(store, cookieJar, id)).toEqual({ state: 1, revision: 1 });
    expect(await verifyChain(store, `cookieJar-${id}`)).toMatchObject({ ok: true, events: 2 });
  });

  it('answers with the events as the log has them', async () => {
    const id = randomUUID();
    const readBack = async () => {
      const events: unknown[] = [];
      for await (const event of store.readStream(`cookieJar-${id}`)) events.push(event);
      return events;
    };
    const decide = () => Array(2).fill({ type: 'CookieEaten', data: { by: 'Ada' } }) as CookieJarEvent[];
    const { events } = await handleCommand(store, { decider: cookieJar, id, decide, context: context() });
    expect(events).toStrictEqual(await readBack());
    const more = await handleCommand(store, { decider: cookieJar, id, decide, context: context() });
    expect([...events, ...more.events]).toStrictEqual(await readBack());
  });

  it('answers the same command id as before, without deciding', async () => {
    const id = randomUUID();
    const itsContext = context();
    const first = await handle(id, bake(2), itsContext);
    await handle(id, eat);
    const decide = jest.fn(() => []);
    const shouted = { ...itsContext, commandId: itsContext.commandId.toUpperCase() };
    const again = await handleCommand(anotherProcess, { decider: cookieJar, id, decide, context: shouted });
    expect(again).toEqual({ ...first, replayed: true });
    expect(decide).not.toHaveBeenCalled();
  });

  it('writes simultaneous calls with one command id once, and answers all with what was written', async () => {
    const id = randomUUID();
    const commandId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, second) =>
        handle(
          id,
          bake(second + 1),
          context(commandId, `2026-01-31T12:00:0${second}.000Z`),
          second % 2 ? store : anotherProcess,
        ),
      ),
    );
    for (const { revision, position, events } of answers) {
      expect({ revision, position, events }).toEqual({
        revision: 0,
        position: answers[0]!.position,
        events: answers[0]!.events,
      });
    }
    expect(await readState(store, cookieJar, id)).toMatchObject({ revision: 0 });
  });

  it('does nothing when there is nothing to do', async () => {
    const id = randomUUID();
    expect(await handle(id, bake(0))).toEqual({ revision: -1, position: null, events: [], replayed: false });
    await handle(id, bake(1));
    expect(await handle(id, bake(0))).toEqual({ revision: 0, position: null, events: [], replayed: false });
  });

  it('rethrows a rejection unchanged', async () => {
    await expect(handle(randomUUID(), eat)).rejects.toEqual(
      new DomainError('cookie/jar-empty', 'There are no cookies left.'),
    );
  });

  it('decides again after each lost race, so that no cookie is eaten twice', async () => {
    const id = randomUUID();
    await handle(id, bake(4));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => handle(id, eat, context(), index % 2 ? store : anotherProcess)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(
      outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason instanceof DomainError),
    ).toHaveLength(2);
    expect(await readState(store, cookieJar, id)).toEqual({ state: 0, revision: 4 });
    expect(await verifyChain(store, `cookieJar-${id}`)).toMatchObject({ ok: true, events: 5 });
  });

  it('handles what 100 callers of two processes want of one stream at the same time', async () => {
    const id = randomUUID();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => handle(id, bake(1), context(), index % 2 ? store : anotherProcess)),
    );
    expect(await readState(store, cookieJar, id)).toEqual({ state: 100, revision: 99 });
  });

  it('asks other streams when it is its turn, and not before those that it waits for', async () => {
    const id = randomUUID();
    let isLocked = false;
    const locked = () => {
      throw new DomainError('cookie-jar/locked', 'The jar was locked meanwhile.');
    };
    const jar = atItsTurn(cookieJar, () => Promise.resolve(isLocked ? { ...cookieJar, decide: locked } : cookieJar));
    const append = store.append.bind(store);
    const appending = jest.spyOn(store, 'append').mockImplementation((...given) => {
      isLocked = true;
      return append(...given);
    });
    const [first, second] = await Promise.allSettled([
      handle(id, bake(1)),
      handleCommand(store, { decider: jar, id, command: eat, context: context() }),
    ]);
    appending.mockRestore();
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'cookie-jar/locked' } });
  });

  it('gives up after 20 lost races', async () => {
    const id = randomUUID();
    const append = jest.fn<EventStore['append']>((stream, expected) =>
      Promise.reject(new WrongExpectedRevision(stream, expected, 7)),
    );
    const outrun: EventStore = Object.assign(Object.create(store) as EventStore, {
      append,
      readStream: store.readStream.bind(store),
    });
    await expect(handle(id, bake(1), context(), outrun)).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(append).toHaveBeenCalledTimes(20);
  });

  it('gives different event ids to the events of one command id on two streams', async () => {
    const itsContext = context();
    const [one, other] = [
      await handle(randomUUID(), bake(1), itsContext),
      await handle(randomUUID(), bake(1), itsContext),
    ];
    expect(one.events[0]!.metadata.eventId).not.toBe(other.events[0]!.metadata.eventId);
  });

  it('folds old versions as the newest, and writes the requested version', async () => {
    const id = randomUUID();
    const baked = (count: number): CookieJarEvent => ({ type: 'CookiesBaked', data: { count } });
    await store.append(`cookieJar-${id}`, 'no-stream', newEvents(1));
    const { events } = await handleCommand(store, {
      decider: cookieJar,
      id,
      decide: (cookies) => [baked(cookies)],
      context: context(),
      schemaVersions: { CookiesBaked: 3 },
      upcast: ({ type, data }) => (type === 'CookiesBaked' ? baked((data as { count: number }).count) : baked(12)),
    });
    expect(events).toMatchObject([{ data: { count: 12 }, metadata: { schemaVersion: 3 } }]);
  });

  it('refuses a command id that is no UUID', async () => {
    await expect(handle(randomUUID(), bake(1), { ...context('1'), actor: SYSTEM_ACTOR })).rejects.toBeInstanceOf(
      TypeError,
    );
  });
});
