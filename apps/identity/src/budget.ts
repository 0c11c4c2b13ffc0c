import { sql } from 'kysely';
import type { IdentityProvider } from './identity-provider.js';
import { TooManyRequests } from './wire/okta-error.js';

/** A token bucket: `burst` uses at once, and one more every `oneEveryMs`. */
export interface Budget {
  readonly burst: number;
  readonly oneEveryMs: number;
}

/** After this time every budget of this file's callers is full again. */
export const BUDGETS_WHOLE_AFTER_MS = 24 * 60 * 60_000;

/**
 * Takes one use from the budget of the subject, which all processes share. Throws E0000047 if none is left; `wording` makes the text for
 * the person from the seconds to wait.
 */
export async function takeFromBudget(
  { db, now }: Pick<IdentityProvider, 'db' | 'now'>,
  subject: string,
  { burst, oneEveryMs }: Budget,
  wording?: (seconds: number) => string,
): Promise<void> {
  const at = now();
  const stillSpent = sql<number>`greatest(0, budget_use.spent - greatest(0, extract(epoch from (${at}::timestamptz - budget_use.counted_at)) * 1000 / ${oneEveryMs}::float8))`;
  const taken = await db
    .insertInto('budget_use')
    .values({ subject, spent: 1, counted_at: at })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ spent: sql`${stillSpent} + 1`, counted_at: at })
        .where(sql<boolean>`${stillSpent} + 1 <= ${burst}::float8`),
    )
    .returning('spent')
    .executeTakeFirst();
  if (taken !== undefined) return;
  const row = await db
    .selectFrom('budget_use')
    .select(stillSpent.as('spent'))
    .where('subject', '=', subject)
    .executeTakeFirst();
  const waitMs = Math.max(0, (row?.spent ?? 0) + 1 - burst) * oneEveryMs;
  // Rounded before dividing: 10 s must not become 11 by an error of floating-point arithmetic.
  const seconds = Math.max(1, Math.ceil(Math.round(waitMs) / 1000));
  throw new TooManyRequests(seconds, wording?.(seconds));
}

/** Refills the budget. */
export async function restoreBudget({ db }: Pick<IdentityProvider, 'db'>, subject: string): Promise<void> {
  await db.deleteFrom('budget_use').where('subject', '=', subject).execute();
}
