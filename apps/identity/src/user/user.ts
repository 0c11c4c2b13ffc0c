import type { Selectable } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';

export type User = Selectable<IdentitySchema['user']>;

/** Twenty characters beginning with `00u`, like a tenant's. */
export const newUserId = (): string => `00u${randomBytes(13).toString('base64url').replace(/[-_]/g, '0').slice(0, 17)}`;

/** Logins are compared without regard to case. */
export const loginKey = (login: string): string => login.trim().toLowerCase();

export const findUserByLogin = ({ db }: Pick<IdentityProvider, 'db'>, login: string): Promise<User | undefined> =>
  db.selectFrom('user').selectAll().where('login_key', '=', loginKey(login)).executeTakeFirst();

export const findUserById = ({ db }: Pick<IdentityProvider, 'db'>, id: string): Promise<User | undefined> =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Deactivates a user: sessions and links end, and access tokens with the sessions. Resolves with whether the user exists. A user who
 * is deactivated already stays deactivated.
 */
export async function deactivateUser({ db }: IdentityProvider, id: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Links first, in the same order as when a password is chosen, so that of two concurrent calls the later one sees the result of the other.
    await transaction.deleteFrom('recovery_token').where('user_id', '=', id).execute();
    await transaction.deleteFrom('sso_session').where('user_id', '=', id).execute();
    const { numUpdatedRows } = await transaction
      .updateTable('user')
      .set({ status: 'DEPROVISIONED' })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** A person in Okta's answer to a sign-in, for their own browser. */
export function signedInView({ id, password_changed_at, profile }: User) {
  const { login, firstName, lastName } = profile;
  return {
    id,
    passwordChanged: password_changed_at,
    profile: { login, firstName, lastName, locale: 'en_US', timeZone: 'America/Chicago' },
  };
}
