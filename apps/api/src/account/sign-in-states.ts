import { Inject, Injectable } from '@nestjs/common';
import type { User } from '@throughline/contracts';
import { IDENTITY_ADMIN, type IdentityAdmin, type Logger, statusesOf } from '@throughline/platform';
import { LOGGER } from '../engines/engines.js';

/** A list does not wait longer than this for a provider that does not answer. */
const TIMEOUT_MS = 2_000;

/** The state for each status of a user at the provider. */
const STATES: Readonly<Record<string, User['signInState']>> = {
  STAGED: 'invited',
  PROVISIONED: 'invited',
  ACTIVE: 'active',
  LOCKED_OUT: 'locked',
  PASSWORD_EXPIRED: 'password-expired',
  RECOVERY: 'password-reset',
  SUSPENDED: 'deactivated',
  DEPROVISIONED: 'deactivated',
};

/** Whether people can sign in, according to the identity provider (docs/decisions/0074-who-can-sign-in.md). */
@Injectable()
export class SignInStates {
  constructor(
    @Inject(IDENTITY_ADMIN) private readonly identity: IdentityAdmin | undefined,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks the provider once for all of them. Without an answer, the states are null. */
  async of(users: readonly User[]): Promise<User[]> {
    const statuses = await this.statusesOf(users.map(({ id }) => id));
    return users.map((user) => ({ ...user, signInState: STATES[statuses.get(user.id) ?? ''] ?? null }));
  }

  private async statusesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (this.identity === undefined) return new Map();
    try {
      return await statusesOf(this.identity, ids, TIMEOUT_MS);
    } catch (error) {
      this.logger.warn({ err: error }, 'the identity provider did not tell who can sign in');
      return new Map();
    }
  }
}
