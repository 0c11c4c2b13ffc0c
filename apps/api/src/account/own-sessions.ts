import { Inject, Injectable } from '@nestjs/common';
import type { UserSessions } from '@throughline/contracts';
import {
  endSession,
  endSessions,
  IDENTITY_ADMIN,
  type IdentityAdmin,
  listSessions,
  type Logger,
} from '@throughline/platform';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { LOGGER } from '../engines/engines.js';
import { HttpError, identityUnavailable } from '../http/http-error.js';

const REPEATED_WITHIN_MS = 5 * 60_000;

const unknownSession = () =>
  new HttpError(404, 'session/not-found', 'This session has ended already, or it is not one of yours.');

/** The sessions of the caller at the identity provider, in all of their browsers. */
@Injectable()
export class OwnSessions {
  private readonly justEnded = new LRUCache<string, true>({ max: 10_000, ttl: REPEATED_WITHIN_MS });

  constructor(
    @Inject(IDENTITY_ADMIN) private readonly identity: IdentityAdmin | undefined,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `token`: that of the request, which names its session. Throws 503 if the provider cannot be reached. */
  async list(userId: string, token: string): Promise<UserSessions> {
    const sessions = await this.ask((identity) => listSessions(identity, userId));
    const { sid } = decodeJwt(token);
    return {
      sessions:
        sessions?.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
          id,
          userAgent,
          signedInAt: createdAt,
          lastUsedAt,
          current: id === sid,
        })) ?? null,
    };
  }

  /** Null: all of them. Throws 404 for a session that is not the caller's or has ended, but not for a repeated request. */
  async end(userId: string, sessionId: string | null): Promise<void> {
    if (sessionId === null) return this.ask((identity) => endSessions(identity, userId));
    const request = `${userId} ${sessionId}`;
    if (this.justEnded.has(request)) return;
    const sessions = await this.ask((identity) => listSessions(identity, userId));
    if (!sessions?.some(({ id }) => id === sessionId)) throw unknownSession();
    await this.ask((identity) => endSession(identity, sessionId));
    this.justEnded.set(request, true);
  }

  private async ask<T>(work: (identity: IdentityAdmin) => Promise<T>): Promise<T> {
    if (this.identity === undefined) throw identityUnavailable();
    try {
      return await work(this.identity);
    } catch (error) {
      this.logger.warn({ err: error }, 'sessions at the identity provider cannot be read or ended');
      throw identityUnavailable();
    }
  }
}
