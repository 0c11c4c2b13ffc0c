import { Inject, Injectable } from '@nestjs/common';
import { fetchWithin, type Logger } from '@throughline/platform';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Clock } from '../engines/clock.js';
import { type ApiConfig, type ApiDatabase, CLOCK, CONFIG, DATABASE, LOGGER } from '../engines/engines.js';
import { HttpError } from '../http/http-error.js';
import { introspect, keysUrl } from './identity-provider.js';
import { StoredIntrospection } from './stored-introspection.js';
import { TokenStatus } from './token-status.js';
import { type VerifiedToken, VerifiedTokens } from './verified-tokens.js';

const CLOCK_TOLERANCE_SECONDS = 5;
const KEYS_TIMEOUT_MS = 3_000;
/** Minimum interval between two fetches of the keys for tokens with an unknown key. */
const KEYS_COOLDOWN_MS = 30_000;

/**
 * Verifies access tokens: the signature by the identity provider's published keys, then by introspection that the token is still active
 * (docs/decisions/0009-revoked-tokens.md, docs/decisions/0024-tokens-end-with-session-and-account.md).
 */
@Injectable()
export class AccessTokens {
  private readonly keys;
  private readonly verified = new VerifiedTokens((token) => this.verifySignature(token));
  private readonly status;
  /** Whether the last introspection succeeded, so that a failure is logged once and not for each request. */
  private isReachable = true;

  constructor(
    @Inject(CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DATABASE) { db }: ApiDatabase,
    @Inject(CLOCK) clock: Clock,
  ) {
    const stored = new StoredIntrospection(db, (token) => this.introspect(token));
    // A tenant limits the number of calls; the embedded provider behind this API does not.
    const isTenant = config.identityUrl === undefined;
    this.status = new TokenStatus(
      (token) => (isTenant ? stored.isActive(token) : this.introspect(token)),
      () => clock.now(),
    );
    this.keys = createRemoteJWKSet(keysUrl(config), {
      cooldownDuration: KEYS_COOLDOWN_MS,
      timeoutDuration: KEYS_TIMEOUT_MS,
      // The tokens of all people wait for the same request.
      [customFetch]: (url, { headers, redirect }) => fetchWithin(KEYS_TIMEOUT_MS, url, { headers, redirect }),
    });
  }

  /** Throws 401 for a token that is invalid, expired or revoked, and 503 if the provider cannot be reached. */
  async verify(token: string): Promise<VerifiedToken> {
    const verified = await this.verified.verify(token);
    const active = await this.status.isActive(token).catch(() => {
      throw unavailable();
    });
    if (!active)
      throw new HttpError(
        401,
        'identity/token-revoked',
        'Your session is over: it was ended elsewhere, or had reached its age. Please sign in again.',
      );
    return verified;
  }

  /** To be called when the provider reports that the token has ended. */
  forgetStatus(token: string): void {
    this.status.forget(token);
  }

  private async verifySignature(token: string): Promise<VerifiedToken> {
    const { oidcIssuer, oidcAudience } = this.config;
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        issuer: oidcIssuer,
        audience: oidcAudience,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      const userId = userIdOf(payload);
      return { userId, expiresAt: (payload.exp ?? 0) * 1000, sessionId: sessionIdOf(payload, userId) };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  private async introspect(token: string): Promise<boolean> {
    try {
      const active = await introspect(this.config, token);
      this.isReachable = true;
      return active;
    } catch (error) {
      if (this.isReachable) this.logger.warn({ err: error }, 'introspection of access tokens fails');
      this.isReachable = false;
      throw error;
    }
  }
}

/** Okta has the login in `sub` and the user's id in `uid`; other providers have the id in `sub`. */
function userIdOf({ uid, sub }: JWTPayload): string {
  if (typeof uid === 'string') return uid;
  return sub ?? '';
}

/** The embedded provider has the session in `sid`. Okta has only the time of the sign-in, which a renewal of the token keeps. */
function sessionIdOf({ sid, auth_time: signedInAt, jti }: JWTPayload, userId: string): string | null {
  if (typeof sid === 'string') return sid;
  if (typeof signedInAt === 'number') return `${userId} ${signedInAt}`;
  return jti ?? null;
}

function refusalOf(error: unknown): HttpError {
  if (error instanceof errors.JWTExpired) {
    return new HttpError(401, 'identity/token-expired', 'Your session has expired. Please sign in again.');
  }
  // These errors, and any that jose did not throw, are failures of the provider and not of the token.
  const isProviderFault = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  if (error instanceof errors.JOSEError && !isProviderFault && error.code !== 'ERR_JOSE_GENERIC') {
    return new HttpError(401, 'identity/token-invalid', 'Your session is not valid. Please sign in again.');
  }
  return unavailable();
}

/** Not 401, which would end the sessions of people whose tokens may still be active. */
const unavailable = () =>
  new HttpError(
    503,
    'identity/unavailable',
    'We cannot reach the service that checks sign-ins. Please try again in a moment.',
    {
      retryAfterSeconds: 2,
    },
  );
