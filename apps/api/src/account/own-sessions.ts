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
import { LOGGER } from '../engines/engines.js';
import { identityUnavailable } from '../http/http-error.js';

/** The sessions of the caller at the identity provider, in all of their browsers. */
@Injectable()
export class OwnSessions {
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

  /** Null: all of them. Nothing happens to a session that is not the caller's, or has ended. */
  async end(userId: string, sessionId: string | null): Promise<void> {
    await this.ask(async (identity) => {
      if (sessionId === null) return endSessions(identity, userId);
      const sessions = await listSessions(identity, userId);
      if (sessions?.some(({ id }) => id === sessionId)) await endSession(identity, sessionId);
    });
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
