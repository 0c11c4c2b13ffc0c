import { type Selectable, sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { invalidField } from '../wire/okta-error.js';
import { userProfile, withCanonicalDomain } from './user-profile.js';

export type User = Selectable<IdentitySchema['user']>;

/** Twenty characters beginning with `00u`, like a tenant's. */
export const newUserId = (): string => `00u${randomBytes(13).toString('base64url').replace(/[-_]/g, '0').slice(0, 17)}`;

/** Logins are compared without regard to case and to the spelling of letters and domains, so that a mailbox has one account. */
export const loginKey = (login: string): string => withCanonicalDomain(login.normalize('NFKC').trim().toLowerCase());

export const findUserByLogin = ({ db }: Pick<IdentityProvider, 'db'>, login: string): Promise<User | undefined> =>
  db.selectFrom('user').selectAll().where('login_key', '=', loginKey(login)).executeTakeFirst();

export const findUserById = ({ db }: Pick<IdentityProvider, 'db'>, id: string): Promise<User | undefined> =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

/** With the right password. One that has expired is good for choosing another. */
export const maySignIn = ({ status }: User): boolean => status === 'ACTIVE' || status === 'PASSWORD_EXPIRED';

/** Those whose login, first or last name begins with the text, by login, after the given one. */
export function listUsers(
  { db }: IdentityProvider,
  { startingWith, limit, after }: { readonly startingWith: string; readonly limit: number; readonly after: string },
): Promise<User[]> {
  const pattern = `${startingWith.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .selectFrom('user')
    .selectAll()
    .where('login_key', '>', after)
    .where(({ or, eb }) =>
      or([
        eb('login_key', 'like', pattern),
        sql<boolean>`lower(profile ->> 'firstName') like ${pattern}`,
        sql<boolean>`lower(profile ->> 'lastName') like ${pattern}`,
      ]),
    )
    .orderBy('login_key')
    .limit(limit)
    .execute();
}

const profileChanges = z.object({ profile: userProfile.partial() });

/** Changes the attributes that are given. Throws E0000001 for one that is invalid, and for a login that is taken. */
export async function updateProfile({ db }: IdentityProvider, { id, profile }: User, body: unknown): Promise<User> {
  const parsed = profileChanges.safeParse(body);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(
      ({ path, message }) => `${path.at(-1)?.toString() ?? 'profile'}: ${message}`,
    );
    throw invalidField('profile', fields);
  }
  const changed = userProfile.parse({ ...profile, ...parsed.data.profile });
  const login_key = loginKey(changed.login);
  return db.transaction().execute(async (transaction) => {
    const taken = await transaction
      .selectFrom('user')
      .select('id')
      .where('login_key', '=', login_key)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (taken !== undefined) throw loginTaken();
    return transaction
      .updateTable('user')
      .set({ profile: changed, login_key })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export const loginTaken = () =>
  invalidField('login', ['login: An object with this field already exists in the current organization']);

/** A person in Okta's answer to a sign-in, for their own browser. */
export function signedInView({ id, password_changed_at, profile }: User) {
  const { login, firstName, lastName } = profile;
  return {
    id,
    passwordChanged: password_changed_at,
    profile: { login, firstName, lastName, locale: 'en_US', timeZone: 'America/Chicago' },
  };
}
