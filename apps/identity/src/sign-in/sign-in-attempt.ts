import type { IdentityProvider } from '../identity-provider.js';
import { hashOf } from '../secret.js';
import { loginKey } from '../user/user.js';
import { TooManyRequests } from '../wire/okta-error.js';
import { type DelayRule, delaySeconds, FORGET_AFTER_MS, LOCK_EVERY_FAILURES, LOCK_MS } from './sign-in-delay.js';

/** What tries are counted by; hashed, because people mistype passwords into the login field. */
export const accountSubject = (login: string): string => `account:${hashOf(loginKey(login))}`;
export const addressSubject = (address: string): string => `address:${hashOf(address)}`;

export interface SignInAttempt {
  readonly locked: boolean;
  /** Failures in a row, this try counted as one. */
  readonly failures: number;
}

/**
 * Counts a try as failed before the password is looked at, so that a thousand tries at once are still a thousand; one
 * that turns out right is taken back. Persisted, so that a restart wins nothing. Throws E0000047 when it comes too early.
 */
export async function beginAttempt(
  { db, now }: IdentityProvider,
  subject: string,
  rule: DelayRule,
): Promise<SignInAttempt> {
  return db.transaction().execute(async (transaction) => {
    const asked = now();
    await transaction
      .insertInto('sign_in_attempt')
      .values({ subject, failures: 0, last_tried_at: asked, not_before: asked, locked_until: null })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute();
    const before = await transaction
      .selectFrom('sign_in_attempt')
      .selectAll()
      .where('subject', '=', subject)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Not before the row was free: another one from this address may have moved its times meanwhile.
    const at = now();
    const waitMs = before.not_before.getTime() - at.getTime();
    if (waitMs > 0) throw new TooManyRequests(Math.ceil(waitMs / 1000));
    const forgotten = at.getTime() - before.last_tried_at.getTime() > FORGET_AFTER_MS;
    const failures = (forgotten ? 0 : before.failures) + 1;
    await transaction
      .updateTable('sign_in_attempt')
      .set({ failures, last_tried_at: at, not_before: new Date(at.getTime() + delaySeconds(failures, rule) * 1000) })
      .where('subject', '=', subject)
      .execute();
    return { failures, locked: before.locked_until !== null && before.locked_until > at };
  });
}

/** Locks the account at every tenth failure. Nobody is told but who then comes with the right password. */
export async function lockAfterFailures({ db, now }: IdentityProvider, subject: string, { failures }: SignInAttempt) {
  if (failures % LOCK_EVERY_FAILURES !== 0) return;
  await db
    .updateTable('sign_in_attempt')
    .set({ locked_until: new Date(now().getTime() + LOCK_MS) })
    .where('subject', '=', subject)
    .execute();
}

/** Uncounts one try, and the wait it caused: the password was right. Earlier failures stay counted. */
export async function takeBackAttempt({ db, now }: IdentityProvider, subject: string): Promise<void> {
  await db
    .updateTable('sign_in_attempt')
    .set((row) => ({ failures: row('failures', '-', 1), not_before: now() }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute();
}

/** Forgets an account's failures: its owner is in. */
export async function forgetFailures({ db }: IdentityProvider, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('subject', '=', subject).execute();
}
