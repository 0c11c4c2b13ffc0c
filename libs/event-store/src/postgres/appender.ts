import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Pool, QueryConfig } from 'pg';
import { StoreUnavailable, WrongExpectedRevision } from '../errors.js';
import type { AppendResult, ExpectedRevision } from '../event-store.js';
import { backOffMs } from '../retry.js';
import { isDiskFull, isOutage, isRolledBack } from './connections.js';
import { ANY, NO_STREAM } from './schema.js';

/** Bounds on one group: what a round trip carries without delaying the first in it noticeably. */
const GROUP_APPENDS = 256;
const GROUP_CHARACTERS = 4 * 1024 * 1024;

interface Waiting {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** The append as JSON, as the SQL function takes it. */
  readonly json: string;
  readonly deadline: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
  /** It was sent, and may have been written. */
  inDoubt: boolean;
  /** Its group was rejected as a whole; on its own, it can only fail for its own reason. */
  alone: boolean;
}

interface Row {
  readonly last_revision: number;
  readonly last_position: string | null;
  readonly is_fresh: boolean;
}

/**
 * Group commit: while one group of appends is on its way to the disk, the next one gathers. Each keeps its own expected
 * revision and gets its own answer.
 *
 * A lost answer is found out by sending the same append again: the SQL function answers a known one as it did before, and
 * takes the lock that an earlier sending may still hold. That ends with `StoreUnavailable` after `timeoutMs`, or at once where the disk is
 * full: space does not come back within seconds.
 */
export class Appender {
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(
    /** One connection: two would only wait for each other's lock. */
    private readonly pool: Pool,
    private readonly schema: string,
    private readonly timeoutMs: number,
    private readonly onAppended: () => void,
  ) {}

  append(stream: string, expected: ExpectedRevision, eventsJson: string): Promise<AppendResult> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('not-written', new Error('The store is closed')));
    const json = `{"stream":${JSON.stringify(stream)},"expected":${onTheWire(expected)},"events":${eventsJson}}`;
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.timeoutMs;
      this.#waiting.push({ stream, expected, json, deadline, resolve, reject, inDoubt: false, alone: false });
      this.#running ??= this.#run();
    });
  }

  /** What is on its way is still answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    let lostAnswers = 0;
    for (;;) {
      // Those who were just answered, or who start together, get a turn to ask before the group sets out.
      await nextTurn();
      const group = this.#takeGroup();
      if (group.length === 0) break;
      try {
        const rows = await this.#send(group);
        group.forEach((append, index) => settle(append, rows[index]!));
        lostAnswers = 0;
        this.onAppended();
      } catch (error) {
        if (group.length === 1 && !isOutage(error)) {
          group[0]!.reject(error);
          continue;
        }
        this.#waiting.unshift(...group);
        if (isOutage(error)) {
          this.#giveUpOnExpired(error, isDiskFull(error) ? group : []);
          await pause(backOffMs(lostAnswers++));
        } else {
          for (const append of group) append.alone = true;
        }
      }
    }
    this.#running = undefined;
  }

  /** In order, no stream twice: each is judged by what was there before its group. */
  #takeGroup(): Waiting[] {
    const group: Waiting[] = [];
    const passed: Waiting[] = [];
    const streams = new Set<string>();
    let characters = 0;
    let full = false;
    for (const append of this.#waiting) {
      characters += append.json.length;
      full ||= group.length === GROUP_APPENDS || (group.length > 0 && (append.alone || characters > GROUP_CHARACTERS));
      if (full || streams.has(append.stream)) passed.push(append);
      else group.push(append);
      streams.add(append.stream);
      full ||= append.alone;
    }
    this.#waiting = passed;
    return group;
  }

  async #send(group: readonly Waiting[]): Promise<readonly Row[]> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      const query: QueryConfig & { readonly query_timeout: number } = {
        name: 'append',
        text: `select * from ${this.schema}.append_group($1)`,
        values: [`[${group.map(({ json }) => json).join(',')}]`],
        query_timeout: Math.max(1, Math.min(...group.map(({ deadline }) => deadline)) - performance.now()),
      };
      const { rows } = await client.query<Row>(query);
      return rows;
    } catch (error) {
      failure = error as Error;
      if (!isRolledBack(error)) for (const append of group) append.inDoubt = true;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  /** And on `hopeless` ones. */
  #giveUpOnExpired(cause: unknown, hopeless: readonly Waiting[]): void {
    const now = performance.now();
    const isGivenUp = (append: Waiting) => append.deadline <= now || hopeless.includes(append);
    for (const append of this.#waiting.filter(isGivenUp)) {
      append.reject(new StoreUnavailable(append.inDoubt ? 'unknown' : 'not-written', cause));
    }
    this.#waiting = this.#waiting.filter((append) => !isGivenUp(append));
  }
}

function onTheWire(expected: ExpectedRevision): number {
  if (expected === 'any') return ANY;
  return expected === 'no-stream' ? NO_STREAM : expected;
}

function settle({ stream, expected, resolve, reject }: Waiting, row: Row): void {
  const { last_revision: revision, last_position: position, is_fresh: isFresh } = row;
  if (position !== null) resolve({ revision, position: Number(position), ...(isFresh && { isFresh }) });
  else reject(new WrongExpectedRevision(stream, expected, revision === NO_STREAM ? 'no-stream' : revision));
}
