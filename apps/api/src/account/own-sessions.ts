import { Inject, Injectable } from '@nestjs/common';
import type { UserSessions } from '@throughline/contracts';
import type { EventStore } from '@throughline/event-store';
import {
  endSession,
  endSessions,
  IDENTITY_ADMIN,
  type IdentityAdmin,
  listSessions,
  type Logger,
} from '@throughline/platform';
import { decodeJwt } from 'jose';
import { CommandResult } from '../command/command-context.js';
import { EVENT_STORE, LOGGER } from '../engines/engines.js';
import { HttpError, identityUnavailable } from '../http/http-error.js';

const unknownSession = () =>
  new HttpError(404, 'session/not-found', 'This session has ended already, or it is not one of yours.');

/** The sessions of the caller at the identity provider, in all of their browsers. */
@Injectable()
export class OwnSessions {
  constructor(
    @Inject(IDENTITY_ADMIN) private readonly identity: IdentityAdmin | undefined,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'head'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `token`: the access token of the request, whose session is the current one. Throws 503 if the provider cannot be reached. */
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

  /** Null ends all of them. Throws 404 for a session that is not the caller's or has ended. */
  async end(userId: string, sessionId: string | null): Promise<CommandResult<null>> {
    // Read before the session is ended: if the log is unavailable, the request fails here, and its repetition still finds the session.
    const position = await this.store.head();
    if (sessionId === null) {
      await this.ask((identity) => endSessions(identity, userId));
    } else {
      const sessions = await this.ask((identity) => listSessions(identity, userId));
      if (!sessions?.some(({ id }) => id === sessionId)) throw unknownSession();
      await this.ask((identity) => endSession(identity, sessionId));
    }
    return new CommandResult(null, position);
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
