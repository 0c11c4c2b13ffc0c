import { type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { invalidField } from '../wire/okta-error.js';
import { userProfile, withAsciiDomain, withCanonicalDomain } from './user-profile.js';

export type User = Selectable<IdentitySchema['user']>;

/**
 * The key by which logins are compared: it ignores case and the spelling of letters and domains, so that a mailbox has only one account.
 */
export const loginKey = (login: string): string => withCanonicalDomain(login.normalize('NFKC').trim().toLowerCase());

/**
 * An account that is older than the folding of `loginKey` may still have the key that it was created with: the login as typed, or with the
 * ASCII form of its domain. That key is tried first, because another account may have the folded one.
 */
export function findUserByLogin({ db }: Pick<IdentityProvider, 'db'>, login: string): Promise<User | undefined> {
  const key = loginKey(login);
  const keys = [login.trim().toLowerCase(), key, withAsciiDomain(key)];
  return db
    .selectFrom('user')
    .selectAll()
    .where('login_key', 'in', keys)
    .orderBy(sql`array_position(${keys}::text[], login_key)`)
    .limit(1)
    .executeTakeFirst();
}

export const findUserById = ({ db }: Pick<IdentityProvider, 'db'>, id: string): Promise<User | undefined> =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Locks the account until the transaction ends. Resolves with undefined if its password or its state has changed since it was read.
 */
export const lockUnchanged = (db: Transaction<IdentitySchema>, { id, status, password_hash }: User) =>
  db
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', status)
    .where('password_hash', 'is not distinct from', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Whether the person may sign in with the right password. An expired password is only good for choosing another. */
export const maySignIn = ({ status }: User): boolean => status === 'ACTIVE' || status === 'PASSWORD_EXPIRED';

export const findUsersById = ({ db }: IdentityProvider, ids: readonly string[]): Promise<User[]> =>
  db.selectFrom('user').selectAll().where('id', 'in', ids).orderBy('login_key').execute();

/** Users whose login, first or last name begins with the text, sorted by login, starting after the given one. */
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

/** Changes the given attributes. Throws E0000001 for one that is invalid, and for a login that is taken. */
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
  const hasNewLogin = login_key !== loginKey(profile.login);
  return db.transaction().execute(async (transaction) => {
    const owner = hasNewLogin ? await findUserByLogin({ db: transaction }, changed.login) : undefined;
    if (owner !== undefined && owner.id !== id) throw loginTaken();
    return transaction
      .updateTable('user')
      .set({ profile: changed, ...(hasNewLogin && { login_key }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export const loginTaken = () =>
  invalidField('login', ['login: An object with this field already exists in the current organization']);

/** A person in Okta's answer to a sign-in, for the person's own browser. */
export function signedInView({ id, password_changed_at, profile }: User) {
  const { login, firstName, lastName, locale } = profile;
  return {
    id,
    passwordChanged: password_changed_at,
    profile: { login, firstName, lastName, locale: locale ?? 'en_US', timeZone: 'America/Chicago' },
  };
}
