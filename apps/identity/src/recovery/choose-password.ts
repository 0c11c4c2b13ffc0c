import type { Request } from 'express';
import type { Transaction as DatabaseTransaction } from 'kysely';
import { z } from 'zod';
import { type Budget, restoreBudget, takeFromBudget } from '../budget.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { endSignIns } from '../session/sso-session.js';
import { proceed, type Success, type Transaction } from '../transaction/authn-transaction.js';
import { PASSWORD_POLICY, passwordFaults } from '../user/passwords.js';
import { sendSecurityNotice } from '../user/security-notice.js';
import { lockUnchanged, type User } from '../user/user.js';
import { invalidToken, passwordRefused, wrongState } from '../wire/okta-error.js';
import { storableText } from '../wire/storable-text.js';

/** Guesses of the password by a person who has given it once already. */
const OLD_PASSWORDS: Budget = { burst: 10, oneEveryMs: 60_000 };

/**
 * Sets the new password of somebody who opened a mailed link. Throws E0000011 if another password was chosen with that link meanwhile, and
 * E0000014 for a password that breaks a rule.
 */
export async function resetPassword(
  provider: IdentityProvider,
  transaction: Transaction,
  newPassword: string,
): Promise<Transaction | Success> {
  const { recovery_hash, token_hash } = transaction;
  const user = await choosePassword(provider, transaction, newPassword, async (db) => {
    if ((await lockUnchanged(db, transaction.user)) === undefined) throw invalidToken();
    const link = await db
      .selectFrom('recovery_token')
      .select('token_hash')
      .where('token_hash', '=', recovery_hash)
      .executeTakeFirst();
    if (link === undefined) throw invalidToken();
    // A new password ends all links and their transactions, except this one.
    await db
      .updateTable('authn_transaction')
      .set({ recovery_hash: null })
      .where('token_hash', '=', token_hash)
      .execute();
  });
  return proceed(provider, transaction, { user });
}

/** Sets the new password of somebody whose password has expired. Throws E0000014 if the old one is wrong or the new one breaks a rule. */
export async function changePassword(
  provider: IdentityProvider,
  transaction: Transaction,
  oldPassword: string,
  newPassword: string,
): Promise<Transaction | Success> {
  const { user } = transaction;
  if (!(await isPasswordOf(provider, user, oldPassword))) throw passwordRefused(['Old password is not correct']);
  const changed = await choosePassword(provider, transaction, newPassword, async (db) => {
    if (user.status !== 'PASSWORD_EXPIRED' || (await lockUnchanged(db, user)) === undefined) throw wrongState();
  });
  return proceed(provider, transaction, { user: changed });
}

/** Whether this is the password of a person who has given it once already. Throws E0000047 after too many wrong ones. */
export async function isPasswordOf(provider: IdentityProvider, user: User, password: string): Promise<boolean> {
  const budget = `old-password:${user.id}`;
  await takeFromBudget(provider, budget, OLD_PASSWORDS);
  const right = await inTurn(provider, user, () => provider.passwords.verify(user.password_hash, password));
  if (right) await restoreBudget(provider, budget);
  return right;
}

const passwordBody = z.object({ password: storableText(1_000).min(1) });

/** Throws E0000014 unless the body of the request has the right password. A value that cannot be a password is refused like a wrong one. */
export const requirePasswordIn = (provider: IdentityProvider, user: User, { body }: Request): Promise<void> =>
  requirePassword(provider, user, passwordBody.safeParse(body).data?.password ?? '');

/** Throws E0000014 unless this is the password of a person who has given it once already. */
export async function requirePassword(provider: IdentityProvider, user: User, password: string): Promise<void> {
  if (!(await isPasswordOf(provider, user, password))) throw passwordRefused(['Password is not correct']);
}

/**
 * Sets the password. It ends all other transactions, links, sessions and remembered devices of the person, and all locks. `claim` locks the
 * account, and throws if it is too late.
 */
async function choosePassword(
  provider: IdentityProvider,
  { user, token_hash }: Transaction,
  newPassword: string,
  claim: (db: DatabaseTransaction<IdentitySchema>) => Promise<void>,
): Promise<User> {
  const faults = passwordFaults(newPassword, user.profile.login);
  if (faults.length > 0) throw passwordRefused(faults);
  const passwordHash = await inTurn(provider, user, async () => {
    if (await wasUsedLately(provider, user, newPassword)) {
      throw passwordRefused([`New password must differ from your last ${PASSWORD_POLICY.age.historyCount} passwords`]);
    }
    return provider.passwords.hash(newPassword);
  });
  const at = provider.now();
  return provider.db.transaction().execute(async (db) => {
    // First, because it locks the account: a sign-in with the old password is either stored already, and ended here, or refused.
    await claim(db);
    await db.deleteFrom('recovery_token').where('user_id', '=', user.id).execute();
    await db
      .deleteFrom('authn_transaction')
      .where('user_id', '=', user.id)
      .where('token_hash', '<>', token_hash)
      .execute();
    await endSignIns(db, user.id);
    // The owner is not warned of their first password, which follows a mail to them.
    if (user.password_hash !== null) {
      await db
        .insertInto('password_history')
        .values({ user_id: user.id, password_hash: user.password_hash, replaced_at: at })
        .execute();
      await sendSecurityNotice({ ...provider, db }, user, {
        subject: 'passwordChangedSubject',
        words: 'passwordChanged',
      });
    }
    return db
      .updateTable('user')
      .set({
        status: 'ACTIVE',
        password_hash: passwordHash,
        password_changed_at: at,
        activated_at: user.activated_at ?? at,
        unlocked_at: at,
      })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Runs hashing, which is expensive, in the queue of the password checks. */
export const inTurn = <T>({ signIns }: IdentityProvider, { id }: User, work: () => Promise<T>): Promise<T> =>
  signIns.passwordChecks.run({ place: id, lane: id }, work);

async function wasUsedLately({ db, passwords }: IdentityProvider, user: User, password: string): Promise<boolean> {
  if (user.password_hash === null) return false;
  const before = await db
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', user.id)
    .orderBy('replaced_at', 'desc')
    .limit(PASSWORD_POLICY.age.historyCount - 1)
    .execute();
  for (const hash of [user.password_hash, ...before.map(({ password_hash }) => password_hash)]) {
    if (await passwords.verify(hash, password)) return true;
  }
  return false;
}
