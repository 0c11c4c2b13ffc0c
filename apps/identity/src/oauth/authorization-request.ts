import { z } from 'zod';
import type { FirstPartyClient } from '../identity-provider.js';
import { storableText, wholeNumber } from '../wire/storable-text.js';
import { invalidRequest, OAuthError } from './oauth-error.js';
import { wellFormed } from './parse-request.js';
import { parseScope, type Scope } from './scope.js';

export type ResponseMode = 'query' | 'okta_post_message';

export interface AuthorizationRequest {
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  readonly nonce: string | null;
  readonly sessionToken: string | undefined;
  /** The maximum age of the sign-in that the client accepts, in seconds. */
  readonly maxAge: number;
  /** True if the person must sign in again, even if there is a session. */
  readonly freshSignIn: boolean;
}

/** Longer than any value that the client sends. */
const MAX_LENGTH = 4_000;
const optional = storableText(MAX_LENGTH).optional();

/** A repeated parameter arrives as a list, and is refused like every value that is not text (RFC 6749 §3.1). */
const parameters = z.object({
  response_type: optional,
  scope: storableText(MAX_LENGTH),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  nonce: optional,
  prompt: optional,
  // A parameter without a value counts as absent (RFC 6749 §3.1); 0 would require a new sign-in.
  max_age: z.union([z.literal('').transform(() => undefined), wholeNumber(0)]).optional(),
  sessionToken: optional,
});

const address = z.object({
  client_id: optional,
  redirect_uri: optional,
  response_mode: z.enum(['query', 'okta_post_message']).default('query'),
  state: storableText(MAX_LENGTH).min(1),
});

/**
 * Whether and how an answer may be sent: only to the registered address. Throws `invalid_client` or `invalid_request`, which are shown on
 * this page instead of being sent to the client.
 */
export function answerAddress(query: unknown, client: FirstPartyClient): { mode: ResponseMode; state: string } {
  const { client_id, redirect_uri, response_mode: mode, state } = wellFormed(address, query);
  if (client_id !== client.id) throw new OAuthError('invalid_client', 'Invalid value for the client_id parameter.');
  if (redirect_uri !== client.redirectUri) {
    throw invalidRequest("The 'redirect_uri' parameter must be a login redirect URI of the client.");
  }
  return { mode, state };
}

/** Parses the rest of an authorization request. Throws the OAuth error to answer with. */
export function parseAuthorizationRequest(query: unknown): AuthorizationRequest {
  const { response_type, scope, code_challenge, nonce, prompt, max_age, sessionToken } = wellFormed(parameters, query);
  if (response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The response type is not supported.');
  }
  return {
    scopes: parseScope(scope),
    codeChallenge: code_challenge,
    nonce: nonce ?? null,
    sessionToken,
    maxAge: max_age ?? Infinity,
    freshSignIn: prompt?.split(' ').includes('login') ?? false,
  };
}
