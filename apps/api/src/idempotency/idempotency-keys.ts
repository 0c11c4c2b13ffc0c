import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Rejection } from '@throughline/domain';
import { openDatabase } from '@throughline/platform';
import { type Kysely, sql } from 'kysely';
import type { ApiSchema } from '../engine/api-schema.js';
import { Engines } from '../engine/engines.js';
import { Refusal } from '../http/refusal.js';
import { Written } from '../http/written.js';
import type { Facts } from './command-context.js';
import type { StoredAnswer } from './idempotency-key.table.js';

/** Who uses a key for what. */
export interface KeyUse {
  readonly key: string;
  readonly actor: string;
  readonly requestHash: string;
}

const KEPT = '7 days';
const FORGET_EVERY_MS = 3_600_000;

/**
 * A node that no longer answers must not take the others with it: its turn ends after longer than a command can last, and whoever
 * waits for a turn is told to try again before that. In milliseconds.
 */
const LIMITS = { idleSessionMs: 15_000, lockMs: 5_000 };

/** True, and the statement need not wait for the disk. */
const WITHOUT_THE_DISK = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`;

/** What uses of one key take turns by. Held by a connection, so it is free again when its process dies. */
const lockOf = (key: string) => sql`hashtextextended(${`idempotency key ${key}`}, 0)`;

type Connection = Kysely<ApiSchema>;

/**
 * One key, one outcome. The facts are kept before anything is decided, so that a repetition of a request that was cut off works
 * with the same ones; simultaneous uses of a key take turns; the outcome, also a rejection, is kept.
 * When the process dies between append and answer, the next use finds no outcome and runs again: the stream knows the command's
 * id and answers without a second event.
 */
@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Connections of its own: a turn holds one while its command waits for others. */
  private readonly turns;
  private forgetting?: NodeJS.Timeout;

  constructor(private readonly engines: Engines) {
    this.turns = openDatabase<ApiSchema>(engines.config.databaseUrl, { max: 16, ...LIMITS });
  }

  async once<T>(use: KeyUse, proposed: Facts, run: (facts: Facts) => Promise<Written<T>>): Promise<Written<T>> {
    for (;;) {
      const answer = await this.turns.db.connection().execute((db) => takeTurn(db, use, proposed, run));
      if (answer === 'gone') continue;
      if (answer instanceof Refusal) throw answer;
      if (answer.outcome === 'rejected') throw new Rejection(answer.code, answer.message);
      // The key, caller and request are those of the first time, and so is the type of what was answered.
      return new Written(answer.data as T, answer.position);
    }
  }

  onApplicationBootstrap(): void {
    this.forgetting = setInterval(() => void this.forgetOld(), FORGET_EVERY_MS).unref();
  }

  /** Not before: requests that are being served still need it. */
  onApplicationShutdown(): Promise<void> {
    clearInterval(this.forgetting);
    return this.turns.close();
  }

  /** A repetition days later is a new command to the API, and still none to a stream that knows its id. */
  private async forgetOld(): Promise<void> {
    await sql`delete from idempotency_key where created_at < now() - ${KEPT}::interval`
      .execute(this.turns.db)
      .catch((error: unknown) => this.engines.logger.warn({ err: error }, 'old idempotency keys are not forgotten'));
  }
}

type Run = (facts: Facts) => Promise<Written<unknown>>;

/** `gone`: the use before this one was refused before anything was decided, and took its reservation with it. */
async function takeTurn(
  db: Connection,
  use: KeyUse,
  proposed: Facts,
  run: Run,
): Promise<StoredAnswer | Refusal | 'gone'> {
  const isFirst = await reserve(db, use, proposed);
  if (!isFirst) await waitForTurn(db, use);
  let ended = false;
  try {
    const facts = isFirst ? proposed : await factsUnlessAnswered(db, use);
    if (facts === 'gone' || 'outcome' in facts) return facts;
    const answer = await outcomeOf(() => run(facts));
    if (answer instanceof Refusal) await forget(db, use);
    else if (answer.outcome === 'rejected') await keep(db, use, answer);
    else ended = await keepAndEndTurn(db, use, answer);
    return answer;
  } finally {
    // After what was kept is committed: whoever is next must see it. A connection that is lost has no lock any more.
    if (!ended) await sql`select pg_advisory_unlock(${lockOf(use.key)})`.execute(db).catch(() => undefined);
  }
}

/** True for the first use, which has its turn before anybody else can see the key. */
async function reserve(db: Connection, { key, actor, requestHash }: KeyUse, facts: Facts): Promise<boolean> {
  const reserved = await db
    .with('reserved', (cte) =>
      cte
        .insertInto('idempotency_key')
        .values({ key, actor, request_hash: requestHash, facts, answer: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('key'),
    )
    .selectFrom('reserved')
    .select(sql`pg_advisory_lock(${lockOf(key)})`.as('turn'))
    .execute();
  return reserved.length > 0;
}

/** By a statement of its own, as the one after it must see what the holder before has left. */
async function waitForTurn(db: Connection, { key }: KeyUse): Promise<void> {
  await sql`select pg_advisory_lock(${lockOf(key)})`.execute(db);
}

async function factsUnlessAnswered(
  db: Connection,
  { key, actor, requestHash }: KeyUse,
): Promise<Facts | StoredAnswer | 'gone'> {
  const first = await db.selectFrom('idempotency_key').selectAll().where('key', '=', key).executeTakeFirst();
  if (!first) return 'gone';
  if (first.actor !== actor || first.request_hash !== requestHash) {
    throw new Refusal(409, 'request/idempotency-key-reused', 'This Idempotency-Key was used for another request.');
  }
  return first.answer ?? first.facts;
}

/** A refusal came before anything was decided: the key can be used again. */
async function forget(db: Connection, { key }: KeyUse): Promise<void> {
  await db.deleteFrom('idempotency_key').where('key', '=', key).execute();
}

async function keep(db: Connection, { key }: KeyUse, answer: StoredAnswer): Promise<void> {
  await db.updateTable('idempotency_key').set({ answer }).where('key', '=', key).execute();
}

/**
 * Of what was written the stream knows, hence in one statement, and without the disk: whoever is next in the moment between the lock's
 * end and the commit, or after a crash of the server that takes the answer, finds it out again by the command's id. False: the key is
 * forgotten, and the turn goes on.
 */
async function keepAndEndTurn(db: Connection, { key }: KeyUse, answer: StoredAnswer): Promise<boolean> {
  const ended = await db
    .with('kept', (cte) =>
      cte
        .updateTable('idempotency_key')
        .set({ answer })
        .where('key', '=', key)
        .where(WITHOUT_THE_DISK)
        .returning('key'),
    )
    .selectFrom('kept')
    .select(sql`pg_advisory_unlock(${lockOf(key)})`.as('ended'))
    .execute();
  return ended.length > 0;
}

/** Anything that is neither an outcome nor a refusal may have been written or not: it is thrown on and nothing is kept. */
async function outcomeOf(run: () => Promise<Written<unknown>>): Promise<StoredAnswer | Refusal> {
  try {
    const { data, position } = await run();
    return { outcome: 'written', data, position };
  } catch (error) {
    if (error instanceof Rejection) return { outcome: 'rejected', code: error.code, message: error.message };
    if (error instanceof Refusal) return error;
    throw error;
  }
}
