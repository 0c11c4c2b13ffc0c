import { Injectable } from '@nestjs/common';
import { AccessLog } from '../access-log/access-log.js';
import { HttpError } from '../http/http-error.js';
import type { Caller } from './caller.js';

/** Refuses and records a request that names a user other than the one of its token (docs/promises.md 1.1). */
@Injectable()
export class UserIdClaims {
  constructor(private readonly accessLog: AccessLog) {}

  /** Throws 403. Empty ids and addresses are ignored. */
  async check(caller: Caller, claimed: readonly (string | undefined)[], email: string | null = null): Promise<void> {
    const isAnother = email !== null && email !== caller.actor.email?.toLowerCase();
    if (!isAnother && !claimed.some((userId) => userId && userId !== caller.actor.userId)) return;
    await this.accessLog.record({ caller, screen: 'Identity', outcome: 'refused' });
    throw new HttpError(403, 'identity/mismatch', 'The request names another user than the one who is signed in.');
  }
}

/**
 * Every user id in a request's body or query, at any depth: the value of a `userId`, and the `id` of a `user`. Empty ids are left out.
 * Iterative, because a recursive walk of a deep value would overflow the stack.
 */
export function claimedUserIds(given: unknown): readonly string[] {
  const claimed: unknown[] = [];
  const pending: unknown[] = [given];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value as Readonly<Record<string, unknown>>)) {
      if (name === 'userId') claimed.push(inner);
      else if (name === 'user') claimed.push(idOfUser(inner));
      pending.push(inner);
    }
  }
  return claimed.filter((id) => id !== undefined && id !== null && id !== '').map(asText);
}

const idOfUser = (user: unknown): unknown =>
  user !== null && typeof user === 'object' ? ('id' in user ? user.id : undefined) : user;

/** The e-mail address of the `user` that a body names (ordering specification, section 7); null: none. */
export function claimedEmail(body: unknown): string | null {
  const { user } = (body ?? {}) as { readonly user?: unknown };
  const { email } = (user ?? {}) as { readonly email?: unknown };
  return email === undefined || email === null || email === '' ? null : asText(email).trim().toLowerCase();
}

/** An id that is not text equals no user's id, so it is refused like any other wrong id. */
const asText = (id: unknown): string => (typeof id === 'string' ? id : `a ${typeof id}`);
