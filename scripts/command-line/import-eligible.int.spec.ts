import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DoubleCluster } from '@throughline/event-store/testing';
import { openDatabase } from '@throughline/platform';
import { freePort, testDatabase, until } from '@throughline/platform/testing';
import { importEligibleFile } from '../../apps/worker/src/eligibility/import-command.js';
import { inTurn } from '../../apps/worker/src/eligibility/import-eligible.js';
import { copyBetweenEngines } from '../../apps/worker/src/log-copy/log-command.js';
import { readCommandLine } from './command-line.mjs';
import operate from './operate.mjs';

interface Grpc {
  readonly credentials: { createInsecure(): unknown };
  readonly Channel: new (
    target: string,
    credentials: unknown,
    options: object,
  ) => {
    close(): void;
    createCall(...of: readonly unknown[]): unknown;
  };
}
/** The gRPC of the log's client, a package that only that library has. */
const { credentials, Channel } = createRequire(new URL('../../libs/event-store/package.json', import.meta.url))(
  '@grpc/grpc-js',
) as Grpc;
const MEMBERS = 1_300;
const REPEAT = 'Repeat the command when it answers: what is written already is not written twice.';
const databaseUrl = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'import-'));
const file = join(folder, 'members.csv');
afterAll(() => rm(folder, { recursive: true }));

/* An unhandled rejection during a test fails it. */
describe('On a cluster of EventStoreDB', () => {
  let cluster: DoubleCluster;
  beforeEach(async () => {
    cluster = await DoubleCluster.start();
    await members('1996-05-04', MEMBERS);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await cluster[Symbol.asyncDispose]();
  });

  const members = (dateOfBirth: string, count: number) => {
    const rows = Array.from({ length: count }, (_, n) => `VA${n},${dateOfBirth}`);
    return writeFile(file, ['medicaid_id,date_of_birth', ...rows, ''].join('\n'));
  };

  /** Runs the command, and resolves with the line that reports the rows. */
  async function take(patienceMs: number, ...options: string[]): Promise<string> {
    return takeWith({}, patienceMs, ...options);
  }
  async function takeWith(more: object, patienceMs: number, ...options: string[]): Promise<string> {
    const print = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { values } = readCommandLine(operate, ['import-eligible', file, '--programme', 'diaper', ...options]);
    const env = {
      DATABASE_URL: databaseUrl,
      EVENT_STORE_URL: cluster.url,
      ELIGIBILITY_KEY: 'a key of the specs, of forty characters!',
      ...more,
    };
    await importEligibleFile(values as Parameters<typeof importEligibleFile>[0], { env, patienceMs });
    return print.mock.calls.map(([line]) => String(line)).findLast((line) => line.endsWith(' bad.\n'))!;
  }
  const messageOf = (failing: Promise<unknown>) =>
    failing.then(
      () => 'nothing failed',
      ({ message }: Error) => message,
    );

  /** Calls `act` once this many members are in the log. */
  function afterMembers(count: number, act: () => void): void {
    let written = 0;
    const stop = cluster.log.onAppended(() => {
      if (++written < count) return;
      stop();
      act();
    });
  }

  const eventsIn = ({ log }: DoubleCluster) => log.records.filter(({ stream }) => stream.startsWith('eligibility-'));

  it('import-eligible goes on after an election in its middle', async () => {
    afterMembers(700, () => {
      const [old, next] = [cluster.leader, cluster.followers[0]!];
      void cluster.kill(old);
      setTimeout(() => cluster.elect(next), 1_000);
    });
    expect(await take(20_000)).toBe(`${MEMBERS} rows: ${MEMBERS} new, 0 known, 0 bad.\n`);
    expect(eventsIn(cluster)).toHaveLength(MEMBERS);
  });

  it('import-eligible stops in an outage with words, and repeated, adds who is missing and nobody twice', async () => {
    afterMembers(700, () => {
      for (const node of cluster.nodes) void cluster.kill(node);
    });
    const stopped = await messageOf(take(5_000));
    expect(stopped).toMatch(/^Stopped in the middle\. Done are 512 rows: 512 new, 0 known, 0 bad\./);
    expect(stopped).toMatch(/ The event log cannot be used: .*nothing listens at its address/);
    expect(stopped).toMatch(new RegExp(`${REPEAT}$`));
    const there = eventsIn(cluster).length;
    expect(there).toBeGreaterThanOrEqual(700);
    expect(there).toBeLessThan(MEMBERS);

    // A second run while the outage lasts.
    expect(await messageOf(take(500))).toMatch(/^No row is done for sure\. The event log cannot be used: /);

    for (const node of cluster.nodes) await cluster.restart(node);
    cluster.elect(cluster.nodes[0]!);
    expect(await take(20_000)).toBe(`${MEMBERS} rows: ${MEMBERS - there} new, ${there} known, 0 bad.\n`);
    expect(eventsIn(cluster)).toHaveLength(MEMBERS);
    expect(await take(20_000)).toBe(`${MEMBERS} rows: 0 new, ${MEMBERS} known, 0 bad.\n`);
  });

  it('import-eligible is not ended by a rejection that the client of the log drops', async () => {
    const channel = new Channel('127.0.0.1:1', credentials.createInsecure(), {});
    channel.close();
    const print = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const listeners = process.listenerCount('uncaughtException');
    afterMembers(5, () => {
      let dropped: unknown;
      try {
        channel.createCall('/any', Infinity, null, null, null);
      } catch (error) {
        dropped = error;
      }
      (process as NodeJS.EventEmitter).emit('uncaughtException', dropped, 'unhandledRejection');
    });
    await members('1996-05-04', 10);
    expect(await take(20_000)).toBe('10 rows: 10 new, 0 known, 0 bad.\n');
    expect(print.mock.calls.map(([line]) => line)).toEqual([
      'a library dropped this rejection of its own: Error: Channel has been shut down\n',
    ]);
    expect(process.listenerCount('uncaughtException')).toBe(listeners);
  });

  it('import-eligible waits while another import runs, and does nothing without the database that tells it so', async () => {
    await members('1996-05-04', 3);
    const { pool, close } = openDatabase(databaseUrl);
    let taken: Promise<string> | undefined;
    const print = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await inTurn(pool, async () => {
      taken = take(20_000);
      await until('it says so', () =>
        print.mock.calls.some(([line]) => String(line).startsWith('Waiting for the end of')),
      );
      expect(eventsIn(cluster)).toHaveLength(0);
    });
    expect(await taken).toBe('3 rows: 3 new, 0 known, 0 bad.\n');
    await close();
    const nowhere = { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/none` };
    expect(await messageOf(takeWith(nowhere, 20_000))).toBe(
      'The database, which keeps other imports away meanwhile, cannot be used: nothing listens at its address. Repeat the command when it answers.',
    );
  });

  it('import-eligible --correct-dates corrects the dates of birth', async () => {
    await members('1996-05-04', 3);
    await take(20_000);
    await members('1996-04-05', 3);
    expect(await take(20_000)).toBe('3 rows: 0 new, 0 known, 3 bad.\n');
    expect(await take(20_000, '--correct-dates')).toMatch(/^3 rows: .*3 with a corrected date of birth, 0 bad\.\n$/);
    expect(await take(20_000)).toBe('3 rows: 0 new, 3 known, 0 bad.\n');
  });

  it('import-eligible --other-zeros decides on IDs with other zeros before them', async () => {
    const importing = async (id: string, ...options: string[]) => {
      await writeFile(file, `medicaid_id,date_of_birth\n${id},1994-03-12\n`);
      return take(20_000, ...options);
    };
    expect(await importing('7496337')).toBe('1 rows: 1 new, 0 known, 0 bad.\n');
    expect(await importing('0007496337')).toBe('1 rows: 0 new, 0 known, 1 bad.\n');
    expect(await importing('0007496337', '--other-zeros', 'correct')).toBe('1 rows: 0 new, 1 known, 0 bad.\n');
    expect(await importing('0007496337')).toBe('1 rows: 0 new, 1 known, 0 bad.\n');
    expect(await importing('7496337')).toBe('1 rows: 0 new, 0 known, 1 bad.\n');
    expect(await importing('7496337', '--other-zeros', 'distinct')).toMatch(/ 0 bad\.\n$/);
    expect(await importing('7496337')).toBe('1 rows: 0 new, 1 known, 0 bad.\n');
  });

  it('log copy says which log is away, and continues when it is repeated', async () => {
    await take(20_000);
    const target = await DoubleCluster.start();
    const files = { from: join(folder, 'from'), to: join(folder, 'to') };
    await writeFile(files.from, `${cluster.url}\n`);
    await writeFile(files.to, `${target.url}\n`);
    const stop = target.log.onAppended(() => {
      if (eventsIn(target).length < 300) return;
      stop();
      for (const node of target.nodes) void target.kill(node);
    });
    const stopped = await messageOf(copyBetweenEngines(files, { patienceMs: 1_000 }));
    expect(stopped).toMatch(/^Nothing is copied for sure\. --to cannot be used: .*nothing listens at its address/);
    expect(stopped).not.toContain('--from');
    expect(stopped).toMatch(new RegExp(`${REPEAT}$`));
    for (const node of target.nodes) await target.restart(node);
    target.elect(target.nodes[0]!);
    await copyBetweenEngines(files, { patienceMs: 20_000 });
    const idsIn = (one: DoubleCluster) => eventsIn(one).map(({ id }) => id);
    expect(idsIn(target)).toEqual(idsIn(cluster));
    await target[Symbol.asyncDispose]();
  });
});
