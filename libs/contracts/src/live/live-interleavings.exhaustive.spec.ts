import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { type Following, LiveClient } from './live-client.js';
import { ModelDatabase, ModelLine, type Snapshot, TOPIC } from './live-model.testing.js';
import { changesAfter } from './topic-log.js';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const PAGES = [KEYS.slice(0, 3), KEYS.slice(3)];

interface Read {
  readonly page: number;
  /** Null until the database has been read. */
  snapshot: Snapshot | null;
}

/** A list of two pages: its reads are answered in any order, or not at all, and the latest answer for the page asked for is shown. */
class Screen {
  readonly reads: Read[] = [];
  page = 0;
  shown: Snapshot | null = null;
  private shownPage: number | null = null;
  private hasFailed = false;
  private readonly following: Following;

  constructor(
    private readonly client: LiveClient,
    private readonly database: ModelDatabase,
  ) {
    this.following = client.follow(TOPIC, { onReadAfresh: () => this.readAfresh() });
    this.ask(0);
  }

  ask(page: number): void {
    this.page = page;
    this.reads.push({ page, snapshot: null });
  }

  /** Discards the reads under way and starts a new one. */
  private readAfresh(): void {
    this.reads.length = 0;
    this.ask(this.page);
  }

  readDatabase(n: number): void {
    const read = this.reads[n % this.reads.length];
    if (read?.snapshot === null) read.snapshot = this.database.snapshot(PAGES[read.page] ?? []);
  }

  answer(n: number): void {
    const answered = this.reads.filter(({ snapshot }) => snapshot !== null);
    const read = answered[n % answered.length];
    if (!read) return;
    this.reads.splice(this.reads.indexOf(read), 1);
    if (read.page !== this.page || read.snapshot === null) return;
    this.shown = read.snapshot;
    this.shownPage = read.page;
    this.hasFailed = false;
    this.following.startFrom(read.snapshot.feed);
  }

  fail(n: number): void {
    if (this.reads.splice(n % this.reads.length, 1).length > 0) this.hasFailed = true;
  }

  /** The person's retry after a page could not be read. */
  tryAgain(): void {
    const isRefused = this.client.stateOf(TOPIC).refusal !== null;
    if (this.shownPage !== this.page || (this.hasFailed && isRefused)) this.ask(this.page);
  }

  /** Null: nothing is shown, or a new snapshot is being read. */
  rows(): ReadonlyMap<string, unknown> | null {
    const changes = this.changes();
    if (this.shown === null || changes === null) return null;
    const latest = new Map(changes.map(({ key, row }) => [key, row]));
    return new Map([...this.shown.rows].map(([key, row]) => [key, latest.get(key) ?? row]));
  }

  changes() {
    const { log } = this.client.stateOf(TOPIC);
    return this.shown && log && changesAfter(log, this.shown.feed);
  }

  stop(): void {
    this.following.stop();
  }
}

interface World {
  readonly database: ModelDatabase;
  readonly line: ModelLine;
  readonly client: LiveClient;
  readonly screens: readonly [Screen, Screen];
}

type Action = readonly [does: keyof typeof ACTIONS, n: number];

const ACTIONS = {
  write: ({ database }: World, n: number) => database.write(KEYS[n % KEYS.length] ?? ''),
  writeElsewhere: ({ database }: World) => database.writeElsewhere(),
  trim: ({ database }: World) => database.trim(),
  beginEpoch: ({ database }: World, n: number) => database.beginEpoch(KEYS[n % KEYS.length] ?? ''),
  push: ({ line }: World) => line.push(),
  passUp: ({ line }: World) => line.passUp(),
  passDown: ({ line }: World) => line.passDown(),
  cut: ({ line }: World) => line.cut(),
  connect: ({ line }: World) => line.connect(),
  // A page that was read before the first join shows what the earlier rights allowed. It is as old as any other page without a feed.
  changeRights: ({ database, client }: World, n: number) => {
    const { log, refusal } = client.stateOf(TOPIC);
    if (log !== null && refusal === null) database.changeRights(KEYS[n % KEYS.length] ?? '');
  },
  checkRights: ({ line }: World) => line.checkRights(),
  turnPage: ({ screens }: World, n: number) => screens[n % 2]?.ask(n % 3 === 0 ? 1 : 0),
  refetch: ({ screens }: World, n: number) => screens[n % 2]?.ask(screens[n % 2]?.page ?? 0),
  readDatabase: ({ screens }: World, n: number) => screens[n % 2]?.readDatabase(n >> 1),
  answer: ({ screens }: World, n: number) => screens[n % 2]?.answer(n >> 1),
  fail: ({ screens }: World, n: number) => screens[n % 2]?.fail(n >> 1),
  waitAMoment: () => jest.advanceTimersByTime(3_000),
};

/** The usual steps are drawn often, so that the rare ones happen among them. */
const OFTEN = ['write', 'push', 'passUp', 'passDown', 'readDatabase', 'answer'] as const;
const action = fc.tuple(
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...OFTEN) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])) },
  ),
  fc.nat(11),
);

function begin(): World {
  const database = new ModelDatabase(KEYS);
  const line = new ModelLine(database);
  const client = new LiveClient(line.socket);
  line.connect();
  return { database, line, client, screens: [new Screen(client, database), new Screen(client, database)] };
}

/** Everything under way arrives, nothing new happens, and every read succeeds. */
function settle({ line, screens }: World): void {
  line.connect();
  for (let n = 0; n < 4; n++) {
    for (const screen of screens) screen.tryAgain();
    jest.advanceTimersByTime(6_000);
    for (let busy = true; busy;) {
      line.connect();
      line.push();
      line.checkRights();
      busy = line.passUp() || line.passDown();
      for (const screen of screens) {
        busy ||= screen.reads.length > 0;
        while (screen.reads.length > 0) {
          screen.readDatabase(0);
          screen.answer(0);
        }
      }
    }
  }
}

/** What is shown is what the database held at one moment: that of the snapshot, or that of the last change which has arrived since. */
function expectOneMoment({ database, client, screens }: World): void {
  const { log } = client.stateOf(TOPIC);
  for (const screen of screens) {
    const rows = screen.rows();
    // Until the node has checked the rights again, a screen shows what its person was allowed to see before.
    if (rows === null || !log || screen.shown?.rights !== database.rights) continue;
    const position = Math.max(log.upTo, screen.shown.feed.position);
    const then = database.rowsAt({ epoch: log.epoch, position });
    for (const [key, row] of rows) expect([key, row]).toEqual([key, then.get(key)]);
  }
}

function expectDatabase({ database, screens }: World): void {
  for (const screen of screens) {
    expect(Object.fromEntries(screen.rows() ?? [])).toEqual(
      Object.fromEntries(database.snapshot(PAGES[screen.page] ?? []).rows),
    );
    const now = database.snapshot(KEYS).rows;
    for (const { key, row } of screen.changes() ?? []) expect([key, row]).toEqual([key, now.get(key)]);
  }
}

function play(beginning: 'empty' | 'live', actions: readonly Action[]): void {
  const world = begin();
  if (beginning === 'live') settle(world);
  for (const [does, n] of actions) {
    ACTIONS[does](world, n);
    expectOneMoment(world);
  }
  settle(world);
  expectOneMoment(world);
  expectDatabase(world);
  expect(world.client.isUpToDate).toBe(true);
  for (const screen of world.screens) screen.stop();
  jest.runAllTimers();
}

describe('Snapshots and changes, in any order', () => {
  beforeAll(() => void jest.useFakeTimers());
  afterAll(() => void jest.useRealTimers());

  it('end equal to the database: pages, refetches, changes, reconnects, gaps, other epochs and lost rights', () => {
    fc.assert(fc.property(fc.constantFrom('empty', 'live'), fc.array(action, { maxLength: 60 }), play), {
      numRuns: 1_000,
    });
  });

  it('keep a change that comes between the reading of a page and its answer', () => {
    const world = begin();
    const [list] = world.screens;
    const read = () => list.readDatabase(0);
    const answer = () => list.answer(0);
    read();
    answer();
    world.line.passUp();
    world.line.passDown();
    list.ask(1);
    read();
    world.database.write('e');
    world.line.push();
    world.line.passDown();
    answer();
    expect(list.rows()?.get('e')).toBe(world.database.snapshot(KEYS).rows.get('e'));
  });
});
