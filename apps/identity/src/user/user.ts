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
