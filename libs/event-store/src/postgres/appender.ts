import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Pool, QueryConfig } from 'pg';
import { StoreUnavailable, WrongExpectedRevision } from '../errors.js';
import type { AppendResult, ExpectedRevision } from '../event-store.js';
import { backOffMs } from '../retry.js';
import { isDiskFull, isOutage, isRolledBack } from './connections.js';
import { ANY, NO_STREAM } from './schema.js';

/** Limits of one group, so that a round trip does not noticeably delay its first append. */
const GROUP_APPENDS = 256;
const GROUP_CHARACTERS = 4 * 1024 * 1024;

interface Waiting {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** The append as JSON for the SQL function. */
  readonly json: string;
  readonly deadline: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
  /** The append was sent, and may have been written. */
  inDoubt: boolean;
  /** Whether the append is sent without others, because its group was rejected. Alone, it can fail only for its own reason. */
  alone: boolean;
}

interface Row {
  readonly last_revision: number;
  readonly last_position: string | null;
  readonly is_fresh: boolean;
}

/**
 * Group commit: while one group of appends is being written, the next one is collected. Each append keeps its own expected
 * revision and gets its own result.
 *
 * If the answer is lost, the same append is sent again: the SQL function returns the first result of a known append, and
 * takes the lock that the earlier statement may still hold. This ends with `StoreUnavailable` after `timeoutMs`, or at once if the disk is
 * full, because space does not become free within seconds.
 */
export class Appender {
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(
    /** A single connection, because two would only wait for each other's lock. */
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

  /** Waits for the answers to appends that were sent. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    let lostAnswers = 0;
    for (;;) {
      // Callers that were just answered, or that start together, can join before the group is sent.
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

  /** In order, and no stream twice: each append is checked against the state before its group. */
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

  /** Rejects appends whose time is over, and those in `hopeless`. */
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
