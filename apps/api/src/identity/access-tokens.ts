import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { Engines } from '../engine/engines.js';
import { Refusal } from '../http/refusal.js';
import { introspect } from './introspect.js';
import { keysUrl } from './provider-urls.js';
import { SignedTokens, type VerifiedToken } from './signed-tokens.js';
import { TokenStatus } from './token-status.js';

const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * Checks access tokens by the identity provider's published keys (a key that is unknown is fetched anew, at most twice a minute),
 * then by its word that they were not taken back: see `docs/decisions/0009-revoked-tokens.md`.
 */
@Injectable()
export class AccessTokens {
  private readonly keys;
  private readonly signed = new SignedTokens((token) => this.verifySignature(token));
  private readonly status = new TokenStatus((token) => this.askProvider(token));
  /** Whether the provider answered when it was last asked. */
  private answered = true;

  constructor(private readonly engines: Engines) {
    this.keys = createRemoteJWKSet(keysUrl(engines.config), { cooldownDuration: 30_000, timeoutDuration: 3_000 });
  }

  /** Throws 401 for a token that does not hold, 503 when that cannot be found out. */
  async verify(token: string): Promise<VerifiedToken> {
    const verified = await this.signed.verify(token);
    const active = await this.status.isActive(token).catch(() => {
      throw unavailable();
    });
    if (!active) throw new Refusal(401, 'identity/token-revoked', 'Your session has ended. Please log in again.');
    return verified;
  }

  private async verifySignature(token: string): Promise<VerifiedToken> {
    const { oidcIssuer, oidcAudience } = this.engines.config;
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        issuer: oidcIssuer,
        audience: oidcAudience,
        algorithms: ['RS256'],
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return { userId: userIdOf(payload), expiresAt: (payload.exp ?? 0) * 1000 };
    } catch (error) {
      throw asRefusal(error);
    }
  }

  private async askProvider(token: string): Promise<boolean> {
    try {
      const active = await introspect(this.engines.config, token);
      this.answered = true;
      return active;
    } catch (error) {
      if (this.answered) this.engines.logger.warn({ err: error }, 'identity provider does not say which tokens hold');
      this.answered = false;
      throw error;
    }
  }
}

/** Okta puts the login into `sub` and the user's id into `uid`; other providers have the id in `sub`. */
function userIdOf({ uid, sub }: JWTPayload): string {
  if (typeof uid === 'string') return uid;
  return sub ?? '';
}

function asRefusal(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) {
    return new Refusal(401, 'identity/token-expired', 'Your session has expired. Please log in again.');
  }
  // These are about the provider, not about the token; so is anything that jose did not throw.
  const providerFault = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  if (error instanceof errors.JOSEError && !providerFault && error.code !== 'ERR_JOSE_GENERIC') {
    return new Refusal(401, 'identity/token-invalid', 'Your session is not valid. Please log in again.');
  }
  return unavailable();
}

/** Not 401: that would sign people out who may well stay. */
const unavailable = () =>
  new Refusal(503, 'identity/unavailable', 'Your session cannot be checked right now. Please try again.', {
    retryAfterSeconds: 2,
  });
