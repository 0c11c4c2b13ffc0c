import type { Transaction } from 'kysely';
import { lockConfirmedFactors } from '../factor/factor.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema, UserStatus } from '../identity-schema.js';
import { endSignIns } from '../session/sso-session.js';
import { wrongUserStatus } from '../wire/okta-error.js';
import { sendSecurityNotice } from './security-notice.js';
import type { User } from './user.js';

export type StatusChange = 'suspend' | 'unsuspend' | 'deactivate' | 'expire_password' | 'reset_password';

const WITH_PASSWORD = ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'] as const;

/** The states in which each change is allowed, and the state that it leads to. */
const CHANGES: Readonly<Record<StatusChange, { readonly from: readonly UserStatus[]; readonly to: UserStatus }>> = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  unsuspend: { from: ['SUSPENDED'], to: 'ACTIVE' },
  deactivate: {
    from: ['STAGED', 'PROVISIONED', 'SUSPENDED', 'DEPROVISIONED', ...WITH_PASSWORD],
    to: 'DEPROVISIONED',
  },
  expire_password: { from: ['ACTIVE', 'PASSWORD_EXPIRED'], to: 'PASSWORD_EXPIRED' },
  reset_password: { from: WITH_PASSWORD, to: 'RECOVERY' },
};

/**
 * Changes whether the person may sign in. It ends sessions with their access tokens, links and unfinished sign-ins; a deactivation deletes
 * the factors and passkeys as well. Throws E0000038 if the change is not allowed in the account's state.
 */
export async function changeStatus({ db }: IdentityProvider, { id }: User, change: StatusChange): Promise<void> {
  const { from, to } = CHANGES[change];
  await db.transaction().execute(async (transaction) => {
    // First, because it locks the account, like a new password: a sign-in is either stored already, and ended here, or refused.
    const { numUpdatedRows } = await transaction
      .updateTable('user')
      .set({ status: to })
      .where('id', '=', id)
      .where('status', 'in', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrongUserStatus();
    await transaction.deleteFrom('recovery_token').where('user_id', '=', id).execute();
    await transaction.deleteFrom('authn_transaction').where('user_id', '=', id).execute();
    // An intruder may have added a passkey, which would stay valid after a new password.
    if (change === 'deactivate') await deleteFactorsOf(transaction, id);
    await endSignIns(transaction, id);
  });
}

/** Ends the locks of all browsers. Guesses that were spent stay spent. */
export async function unlockUser({ db, now }: IdentityProvider, { id }: User): Promise<void> {
  await db.updateTable('user').set({ unlocked_at: now() }).where('id', '=', id).execute();
}

/** Deletes the factors and passkeys. The person enrols a factor again at the next sign-in, if their group requires one. */
export const deleteFactors = (provider: IdentityProvider, user: User): Promise<void> =>
  provider.db.transaction().execute(async (db) => {
    if ((await deleteFactorsOf(db, user.id)) === 0n) return;
    await sendSecurityNotice({ ...provider, db }, user, {
      subject: 'factorsRemovedSubject',
      words: 'factorsRemoved',
    });
  });

/** Returns how many factors and passkeys there were. */
async function deleteFactorsOf(db: Transaction<IdentitySchema>, userId: string): Promise<bigint> {
  await lockConfirmedFactors(db, userId);
  const factors = await db.deleteFrom('factor').where('user_id', '=', userId).executeTakeFirst();
  const passkeys = await db.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirst();
  return factors.numDeletedRows + passkeys.numDeletedRows;
}
