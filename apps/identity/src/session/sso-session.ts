import type { Request, Response } from 'express';
import type { Transaction } from 'kysely';
import type { IdentityProvider } from '../identity-provider.js';
import type { IdentitySchema } from '../identity-schema.js';
import { hostCookie } from '../wire/host-cookie.js';
import { hashOf, randomSecret } from '../secret.js';
import type { User } from '../user/user.js';

/** A session ends when it has not been used for the first period, and at the latest after the second one, counted from the sign-in. */
export const SESSION_IDLE_MS = 2 * 60 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60_000;

/** Limits the user agent, which is shown to the session's owner to tell sessions apart. */
const MAX_USER_AGENT_LENGTH = 300;

/** The absolute limit of a session, which no renewal and no token exceeds. */
export const absoluteEnd = (signedInAt: Date): Date => new Date(signedInAt.getTime() + SESSION_ABSOLUTE_MS);

/** When a session ends unless it is used before. */
export function sessionEnd({ signedInAt, lastUsedAt }: { signedInAt: Date; lastUsedAt: Date }): Date {
  return new Date(Math.min(lastUsedAt.getTime() + SESSION_IDLE_MS, absoluteEnd(signedInAt).getTime()));
}

/**
 * Has Okta's name for it. It is lax, because the portal and its provider share an origin: the renewing iframe still sends it. It has no
 * age, because the provider and not the browser decides how long a session lasts.
 */
const sessionCookie = (provider: IdentityProvider) => hostCookie(provider, 'sid', { sameSite: 'lax' });

export const sessionIdOf = (provider: IdentityProvider, request: Request): string | undefined =>
  sessionCookie(provider).read(request);

export const setSessionCookie = (provider: IdentityProvider, response: Response, id: string): void =>
  sessionCookie(provider).set(response, id);

export const clearSessionCookie = (provider: IdentityProvider, response: Response): void =>
  sessionCookie(provider).clear(response);

/** A person's sign-in in one browser. The browser holds the id in a cookie, the database only its hash. */
export interface SsoSession {
  readonly idHash: string;
  readonly user: User;
  /** How the person signed in (RFC 8176). */
  readonly amr: readonly string[];
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
}

/** Starts a session and returns its id, which is given only to the browser. */
export async function openSession(
  { db, now }: IdentityProvider,
  { userId, amr, userAgent }: { readonly userId: string; readonly amr: string; readonly userAgent: string | undefined },
): Promise<string> {
  const id = randomSecret();
  await db
    .insertInto('sso_session')
    .values({
      id_hash: hashOf(id),
      user_id: userId,
      amr,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      signed_in_at: now(),
      last_used_at: now(),
    })
    .execute();
  return id;
}

/** The session with this id, unless it has ended or its user may no longer sign in. Reading does not prolong it. */
export const findSession = (provider: IdentityProvider, id: string): Promise<SsoSession | undefined> =>
  findSessionByHash(provider, hashOf(id));

export async function findSessionByHash(
  { db, now }: IdentityProvider,
  idHash: string,
): Promise<SsoSession | undefined> {
  const found = await db
    .selectFrom('sso_session')
    .innerJoin('user', 'user.id', 'sso_session.user_id')
    .selectAll('user')
    .select(['sso_session.signed_in_at', 'sso_session.last_used_at', 'sso_session.amr'])
    .where('sso_session.id_hash', '=', idHash)
    .where('user.status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { signed_in_at: signedInAt, last_used_at: lastUsedAt, amr, ...user } = found;
  if (sessionEnd({ signedInAt, lastUsedAt }) <= now()) return undefined;
  return { idHash, user, amr: amr.split(' '), signedInAt, lastUsedAt };
}

/** Restarts the idle time. The absolute limit does not change. */
export async function prolongSession({ db, now }: IdentityProvider, { idHash }: SsoSession): Promise<void> {
  await db.updateTable('sso_session').set({ last_used_at: now() }).where('id_hash', '=', idHash).execute();
}

/** Ends a session, and every code that was issued in it. Resolves with whether there was one. */
export async function endSession({ db }: IdentityProvider, id: string): Promise<boolean> {
  const ended = await db.deleteFrom('sso_session').where('id_hash', '=', hashOf(id)).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/**
 * Ends all sessions of a person, the tokens that would open one, and all remembered devices. The tokens come first, so that a session that
 * is opened with one meanwhile is ended as well.
 */
export async function endSignIns(db: Transaction<IdentitySchema>, userId: string): Promise<void> {
  for (const table of ['session_token', 'sso_session', 'remembered_device'] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/** The sessions of a person that have not ended, newest first. */
export function sessionsOf({ db, now }: IdentityProvider, userId: string) {
  const ago = (ms: number) => new Date(now().getTime() - ms);
  return db
    .selectFrom('sso_session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('last_used_at', '>', ago(SESSION_IDLE_MS))
    .where('signed_in_at', '>', ago(SESSION_ABSOLUTE_MS))
    .orderBy('signed_in_at', 'desc')
    .execute();
}
