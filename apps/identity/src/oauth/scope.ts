import { fullName } from '../user/user-profile.js';
import type { User } from '../user/user.js';
import { OAuthError } from './oauth-error.js';

export const SCOPES = ['openid', 'profile', 'email'] as const;
export type Scope = (typeof SCOPES)[number];

/** Parses a space-separated scope. Throws `invalid_scope` unless it contains `openid` and only known scopes. */
export function parseScope(text: string): Scope[] {
  const requested = new Set(text.split(' ').filter((word) => word !== ''));
  const known = SCOPES.filter((scope) => requested.has(scope));
  if (known.length !== requested.size) throw new OAuthError('invalid_scope', 'One or more scopes are not configured.');
  if (!requested.has('openid')) throw new OAuthError('invalid_scope', "The scope must contain 'openid'.");
  return known;
}

/** The claims about a person that the scopes grant; the same in id token and userinfo. */
export function personalClaims(
  { id, profile }: User,
  scopes: readonly Scope[],
): { sub: string; [claim: string]: string } {
  return {
    sub: id,
    ...(scopes.includes('profile') && {
      name: fullName(profile),
      given_name: profile.firstName,
      family_name: profile.lastName,
      preferred_username: profile.login,
    }),
    ...(scopes.includes('email') && { email: profile.email }),
  };
}
