import { type Selectable, sql } from 'kysely';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { type Counted, countedBy } from './counted-by.js';
import { msUntilNextGuess, stillSpent } from './guess-budget.js';
import {
  delayMs,
  isYetToCome,
  LOCK_AT_FAILURES,
  LOCK_MS,
  MAX_COUNTED_FAILURES,
  stillCounted,
} from './sign-in-delay.js';
import type { SignInSource } from './sign-in-source.js';

type Row = Selectable<IdentitySchema['sign_in_attempt']>;

/** An attempt whose outcome may be disclosed. */
export interface Attempt {
  readonly status: 'COUNTED';
  readonly counted: readonly Counted[];
  /** When this browser was locked, because too many attempts failed in it. */
  readonly lockedSince: Date | undefined;
  /** The delay of the answer if the password is wrong, in ms. */
  readonly delayMs: number;
  /** True if it used the last guess of a budget. */
  readonly usedUp: boolean;
}

/** An attempt for which no guess is left. Its outcome may not be disclosed. */
export interface OverBudget {
  readonly status: 'OVER_BUDGET';
  /** Until another guess is allowed, in ms. */
  readonly retryAfterMs: number;
}

/**
 * Counts an attempt as failed before its password is checked, so that concurrent attempts cannot exceed the budgets; a successful one is
 * uncounted afterwards. The counts are stored in the database: they survive a restart, and all processes share them. Nothing is counted if
 * a budget is used up.
 */
export async function beginAttempt({ db, now }: IdentityProvider, source: SignInSource): Promise<Attempt | OverBudget> {
  const subjects = subjectsOf(source);
  return db.transaction().execute(async (transaction) => {
    const requestedAt = now();
    await transaction
      .insertInto('sign_in_attempt')
      .values(subjects.map((subject) => ({ subject, failures: 0, spent: 0, last_tried_at: requestedAt })))
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute();
    // Always locked in the same order, so that two attempts never deadlock.
    const rows = await transaction
      .selectFrom('sign_in_attempt')
      .selectAll()
      .where('subject', 'in', subjects)
      .orderBy('subject')
      .forUpdate()
      .execute();
    // Read only now, because another attempt may have changed the times before the rows were locked.
    const at = now();
    const failuresOf = (subject: string): number => {
      const row = rows.find((one) => one.subject === subject);
      return row === undefined ? 0 : stillCounted(row.failures, at.getTime() - row.last_tried_at.getTime());
    };
    const counted = countedBy(source, failuresOf);
    const balances = counted.map((one) => {
      // The row is missing if it expired and was deleted while this attempt waited for its lock.
      const row = rows.find(({ subject }) => subject === one.subject);
      return balanceOf(one, row, failuresOf(one.subject), at);
    });
    const retryAfterMs = Math.max(...balances.map(({ untilNextGuessMs }) => untilNextGuessMs));
    const tried = retryAfterMs > 0 ? 0 : 1;
    await transaction
      .insertInto('sign_in_attempt')
      .values(
        balances.map(({ subject, failures, spent, countsFailures, budget }) => ({
          subject,
          failures: countsFailures ? Math.min(failures + tried, MAX_COUNTED_FAILURES) : 0,
          spent: budget === undefined ? 0 : spent + tried,
          last_tried_at: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet(({ ref }) => ({
          failures: ref('excluded.failures'),
          spent: ref('excluded.spent'),
          last_tried_at: ref('excluded.last_tried_at'),
        })),
      )
      .execute();
    if (retryAfterMs > 0) return { status: 'OVER_BUDGET', retryAfterMs };
    return {
      status: 'COUNTED',
      counted,
      lockedSince: balances
        .map(({ locks, lockedUntil }) => (locks ? lockedSince(lockedUntil, at) : undefined))
        .find(Boolean),
      delayMs: delayMs((balances[0]?.failures ?? 0) + 1),
      usedUp: balances.some(({ spent, budget }) => budget !== undefined && msUntilNextGuess(spent + 1, budget) > 0),
    };
  });
}

/** All subjects by which an attempt may be counted, in the order of locking. */
function subjectsOf({ known, subjects }: SignInSource): readonly string[] {
  const { browser, pair, network, newcomers, strangers, address } = subjects;
  const touched =
    known === 'browser'
      ? [browser]
      : known === 'pair'
        ? [browser, pair, address]
        : [browser, pair, network, newcomers, strangers, address];
  return touched.sort();
}

/** The state of a subject before the attempt is counted. */
const balanceOf = (one: Counted, row: Row | undefined, failures: number, at: Date) => {
  const { budget } = one;
  const spent =
    budget === undefined || row === undefined
      ? 0
      : stillSpent(row.spent, at.getTime() - row.last_tried_at.getTime(), budget);
  const untilNextGuessMs = budget === undefined ? 0 : msUntilNextGuess(spent, budget);
  return { ...one, failures, spent, untilNextGuessMs, lockedUntil: row?.locked_until ?? null };
};

const lockedSince = (until: Date | null, at: Date): Date | undefined =>
  until !== null && isYetToCome(until, at, LOCK_MS) ? new Date(until.getTime() - LOCK_MS) : undefined;

/**
 * Called after a wrong password: the attempt stays counted, and a browser with too many failures is locked. The answer does not disclose
 * that.
 */
export async function failAttempt({ db, now }: IdentityProvider, { counted }: Attempt): Promise<void> {
  const locks = counted.find((one) => one.locks);
  if (locks === undefined) return;
  await db
    .updateTable('sign_in_attempt')
    .set({ locked_until: new Date(now().getTime() + LOCK_MS) })
    .where('subject', '=', locks.subject)
    // Compared with one less, because a fraction of a failure is forgotten with every minute between the attempts.
    .where('failures', '>', LOCK_AT_FAILURES - 1)
    .execute();
}

/**
 * Called after a right password: this attempt is uncounted, and earlier failures are forgotten. Spent guesses stay spent. The rows stay
 * until they expire: if one were deleted here and created again by another attempt, rows would be locked out of order.
 */
export const succeedAttempt = (provider: IdentityProvider, { counted }: Attempt): Promise<void> =>
  changeCounts(provider, counted, { failures: sql`0`, locked_until: null });

/** Uncounts this attempt. Earlier failures stay counted. */
export const uncount = (provider: IdentityProvider, { counted }: Attempt): Promise<void> =>
  changeCounts(provider, counted, { failures: sql`greatest(failures - 1, 0)` });

async function changeCounts(
  { db }: IdentityProvider,
  counted: readonly Counted[],
  change: { readonly failures: ReturnType<typeof sql<number>>; readonly locked_until?: null },
): Promise<void> {
  const subjects = counted.map(({ subject }) => subject);
  await db.transaction().execute(async (transaction) => {
    // An update locks rows in any order, so they are locked first, in the common order.
    await transaction
      .selectFrom('sign_in_attempt')
      .select('subject')
      .where('subject', 'in', subjects)
      .orderBy('subject')
      .forUpdate()
      .execute();
    await transaction
      .updateTable('sign_in_attempt')
      .set({ ...change, spent: sql`greatest(spent - 1, 0)` })
      .where('subject', 'in', subjects)
      .execute();
  });
}
