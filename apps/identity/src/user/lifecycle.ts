import { forgetDevices } from '../factor/remembered-device.js';
import type { IdentityProvider } from '../identity-provider.js';
import type { UserStatus } from '../identity-schema.js';
import { wrongUserStatus } from '../wire/okta-error.js';
import type { User } from './user.js';

export type StatusChange = 'suspend' | 'unsuspend' | 'deactivate' | 'expire_password' | 'reset_password';

const WITH_PASSWORD = ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'] as const;

/** From which states each change leads to which. */
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
 * Changes what the person may do. Sessions, links and unfinished sign-ins end, and access tokens with the sessions. Throws E0000038 when the
 * change does not apply to the account's state.
 */
export async function changeStatus({ db }: IdentityProvider, { id }: User, change: StatusChange): Promise<void> {
  const { from, to } = CHANGES[change];
  await db.transaction().execute(async (transaction) => {
    // Links first, in the same order as when a password is chosen, so that of two concurrent calls the later one sees the result of the other.
    await transaction.deleteFrom('recovery_token').where('user_id', '=', id).execute();
    await transaction.deleteFrom('authn_transaction').where('user_id', '=', id).execute();
    await transaction.deleteFrom('sso_session').where('user_id', '=', id).execute();
    await transaction.deleteFrom('session_token').where('user_id', '=', id).execute();
    await forgetDevices(transaction, id);
    const { numUpdatedRows } = await transaction
      .updateTable('user')
      .set({ status: to })
      .where('id', '=', id)
      .where('status', 'in', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw wrongUserStatus();
  });
}

/** Ends the locks of all browsers. Guesses that were spent stay spent. */
export async function unlockUser({ db, now }: IdentityProvider, { id }: User): Promise<void> {
  await db.updateTable('user').set({ unlocked_at: now() }).where('id', '=', id).execute();
}

/** The person enrols a factor again at the next sign-in, if their group needs it. Their passkeys are deleted as well. */
export async function deleteFactors({ db }: IdentityProvider, { id }: User): Promise<void> {
  await db.deleteFrom('factor').where('user_id', '=', id).execute();
  await db.deleteFrom('passkey').where('user_id', '=', id).execute();
}
