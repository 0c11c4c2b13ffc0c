import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '@throughline/domain';
import { canonicalJson } from '@throughline/event-store';
import { type Logger, openDatabase } from '@throughline/platform';
import { type Kysely, sql } from 'kysely';
import type { ApiSchema, StoredOutcome } from '../engines/api-schema.js';
import { type ApiConfig, CONFIG, LOGGER, STATEMENT_TIMEOUT_MS } from '../engines/engines.js';
import { HttpError, keyReused } from '../http/http-error.js';
import { type CommandContext, type CommandFacts, CommandResult, withdrawn } from './command-context.js';

/** A key, and the caller and request that it is used for. */
export interface KeyUse {
  readonly key: string;
  readonly actor: string;
  /** Hash of the request as it was sent. Releases before 2.3.1 compare this hash alone; it goes with the release after 2.3.1. */
  readonly requestHash: string;
  /** Hash of the parsed request. */
  readonly parsedHash: string;
  /** True if a repetition must first ask the command whether its effect still stands, before it gets the first answer. */
  readonly mayBeUndone: boolean;
  /** Asks for the answer; a request that has not arrived is not to be carried out. */
  readonly withdraws: boolean;
}

/** A PostgreSQL interval. */
const RETENTION = '7 days';
const PURGE_INTERVAL_MS = 3_600_000;

/**
 * These limits keep a node that hangs from blocking the others. The session that holds a lock is ended after longer than a command can
 * take; a request that waits for the lock is answered earlier, and may be repeated.
 */
const MAX_LOCKS = 16;
const IDLE_SESSION_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 5_000;

/** Always true; as a side effect, the transaction's commit does not wait for the disk. */
const ASYNCHRONOUS_COMMIT = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`;

/** The id of the advisory lock of a key. The lock belongs to the connection, so it is released when the process dies. */
const lockOf = (key: string) => sql`hashtextextended(${`idempotency key ${key}`}, 0)`;

type Connection = Kysely<ApiSchema>;

/**
 * One outcome per key. The facts are stored before the command is decided, so that repeating a request that was cut off uses the same ones.
 * Concurrent uses of a key run one after the other. A use that withdraws the request uses it up, if it is the first. The outcome, a rejection included, is stored. What somebody can have undone since is asked for
 * again before it is given as the answer once more.
 * If the process dies between append and answer, the next use finds no outcome and executes the command again: the stream knows the
 * command's id, and no second event is appended.
 */
@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  /** A separate pool, because a lock occupies a connection while its command waits for others. */
  private readonly locks;
  private purging?: NodeJS.Timeout;

  constructor(
    @Inject(CONFIG) { databaseUrl }: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.locks = openDatabase<ApiSchema>(databaseUrl, {
      max: MAX_LOCKS,
      idleSessionMs: IDLE_SESSION_TIMEOUT_MS,
      lockMs: LOCK_TIMEOUT_MS,
      answerMs: STATEMENT_TIMEOUT_MS,
    });
  }

  async once<T>(use: KeyUse, proposed: CommandFacts, execute: Execute<T>): Promise<CommandResult<T>> {
    for (;;) {
      const outcome = await this.locks.db.connection().execute((db) => useKey(db, use, proposed, execute));
      if (outcome === 'released') continue;
      if (outcome instanceof HttpError) throw outcome;
      if (outcome.outcome === 'rejected') throw new DomainError(outcome.code, outcome.message);
      // Key, caller and request are the same as at the first use, and so is the type of the data.
      return new CommandResult(outcome.data as T, outcome.position);
    }
  }

  onApplicationBootstrap(): void {
    this.purging = setInterval(() => void this.purge(), PURGE_INTERVAL_MS).unref();
  }

  /** In the last phase of a shutdown, because requests in progress still need it. */
  onApplicationShutdown(): Promise<void> {
    clearInterval(this.purging);
    return this.locks.close();
  }

  /** Deletes old keys. A request that is repeated later is a new command to the API; its stream still has its id. */
  async purge(): Promise<void> {
    await sql`delete from idempotency_key where created_at < now() - ${RETENTION}::interval`
      .execute(this.locks.db)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'old idempotency keys cannot be deleted'));
  }
}

type Execute<T = unknown> = (facts: CommandFacts, first?: CommandContext['first']) => Promise<CommandResult<T>>;

/** `released`: the previous use was refused before a decision, and gave the key back. */
async function useKey(
  db: Connection,
  use: KeyUse,
  proposed: CommandFacts,
  execute: Execute,
): Promise<StoredOutcome | HttpError | 'released'> {
  const isFirst = await reserve(db, use, proposed);
  if (!isFirst) await lock(db, use);
  let isUnlocked = false;
  try {
    if (isFirst && use.withdraws) {
      // Stored, so that the request is refused if it arrives after this.
      const { code, message } = withdrawn();
      const outcome = { outcome: 'rejected', code, message } as const;
      await store(db, use, outcome);
      return outcome;
    }
    const first = isFirst ? { facts: proposed, answer: null } : await firstUse(db, use);
    if (first === null) return 'released';
    const { facts, answer } = first;
    if (answer !== null && !(use.mayBeUndone && answer.outcome === 'written')) return answer;
    const executed = await outcomeOf(() => execute(facts, answer === null ? undefined : { answer: answer.data }));
    if (answer !== null) return stillStands(executed, answer);
    if (executed instanceof HttpError) {
      // An earlier use may have been executed without being answered, so the key is kept: a repetition must find what it did.
      if (isFirst) await keepOrRelease(db, use, executed);
      return executed;
    }
    const { outcome, isRecorded } = executed;
    if (isRecorded) isUnlocked = await storeAndUnlock(db, use, outcome);
    else await store(db, use, outcome);
    return outcome;
  } finally {
    // After the result is committed, so that the next use sees it. A lost connection has released its lock already.
    if (!isUnlocked) await sql`select pg_advisory_unlock(${lockOf(use.key)})`.execute(db).catch(() => undefined);
  }
}

/** True for the first use of a key. The same statement locks the key and makes it visible to others. */
async function reserve(db: Connection, use: KeyUse, facts: CommandFacts): Promise<boolean> {
  const { key, actor, requestHash, parsedHash } = use;
  const reserved = await db
    .with('reserved', (cte) =>
      cte
        .insertInto('idempotency_key')
        .values({ key, actor, request_hash: requestHash, parsed_hash: parsedHash, facts, answer: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    )
    .selectFrom('reserved')
    .select(sql`pg_advisory_lock(${lockOf(key)})`.as('locked'))
    .execute();
  return reserved.length > 0;
}

/** A separate statement, because the next one must see what the previous holder has committed. */
async function lock(db: Connection, { key }: KeyUse): Promise<void> {
  await sql`select pg_advisory_lock(${lockOf(key)})`.execute(db);
}

/** The stored answer, unless its effect does not stand any more. If one request has several acts, some of them may stand. */
function stillStands(executed: Executed | HttpError, answer: StoredOutcome): StoredOutcome | HttpError {
  if (executed instanceof HttpError) return executed;
  const { outcome } = executed;
  const isSame = outcome.outcome === 'written' && answer.outcome === 'written' && sameData(outcome.data, answer.data);
  return isSame ? answer : outcome;
}

/** Compared as JSON, because the stored answer was JSON, which omits undefined values. */
const sameData = (one: unknown, other: unknown): boolean =>
  canonicalJson(JSON.parse(JSON.stringify(one ?? null))) === canonicalJson(other ?? null);

/** Null if the previous use has given the key back. */
async function firstUse(
  db: Connection,
  { key, actor, requestHash, parsedHash }: KeyUse,
): Promise<Pick<ApiSchema['idempotency_key'], 'facts' | 'answer'> | null> {
  const first = await db.selectFrom('idempotency_key').selectAll().where('key', '=', key).executeTakeFirst();
  if (!first) return null;
  const isSame = first.request_hash === requestHash || first.parsed_hash === parsedHash;
  if (first.actor !== actor || !isSame) {
    throw keyReused();
  }
  return first;
}

/** Makes the key usable again, also for another request, after a refusal that came before any decision. */
async function release(db: Connection, { key }: KeyUse): Promise<void> {
  await db.deleteFrom('idempotency_key').where('key', '=', key).execute();
}

/** A refusal that was decided uses the key up: another node may have the same request in its queue. */
async function keepOrRelease(db: Connection, use: KeyUse, { code, more: { nameless } }: HttpError): Promise<void> {
  if (nameless === undefined) await release(db, use);
  else await store(db, use, { outcome: 'rejected', code, message: nameless });
}

async function store(db: Connection, { key }: KeyUse, answer: StoredOutcome): Promise<void> {
  await db.updateTable('idempotency_key').set({ answer }).where('key', '=', key).execute();
}

/**
 * Stores and unlocks in one statement whose commit does not wait for the disk, for a command that its stream has recorded. A use between
 * unlock and commit, or after a crash of the server that loses the result, finds it again by the command's id. False if the key was deleted
 * meanwhile: it is still locked.
 */
async function storeAndUnlock(db: Connection, { key }: KeyUse, answer: StoredOutcome): Promise<boolean> {
  const unlocked = await db
    .with('stored', (cte) =>
      cte
        .updateTable('idempotency_key')
        .set({ answer })
        .where('key', '=', key)
        .where(ASYNCHRONOUS_COMMIT)
        .returning('key'),
    )
    .selectFrom('stored')
    .select(sql`pg_advisory_unlock(${lockOf(key)})`.as('unlocked'))
    .execute();
  return unlocked.length > 0;
}

interface Executed {
  readonly outcome: StoredOutcome;
  readonly isRecorded: boolean;
}

/** Rethrows every other error: it is unknown whether the command was executed, so nothing is stored. */
async function outcomeOf(execute: () => Promise<CommandResult<unknown>>): Promise<Executed | HttpError> {
  try {
    const { data, position, isRecorded } = await execute();
    return { outcome: { outcome: 'written', data, position }, isRecorded };
  } catch (error) {
    if (error instanceof DomainError) {
      const { code, message } = error;
      return { outcome: { outcome: 'rejected', code, message }, isRecorded: false };
    }
    if (error instanceof HttpError) return error;
    throw error;
  }
}
