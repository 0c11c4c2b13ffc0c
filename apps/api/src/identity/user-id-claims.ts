import { Injectable } from '@nestjs/common';
import { AccessLog } from '../access-log/access-log.js';
import { Refusal } from '../http/refusal.js';
import type { Caller } from './caller.js';

/** A request that names a user other than the one whose token it carries is refused and recorded (QUALITY.md 1.1). */
@Injectable()
export class UserIdClaims {
  constructor(private readonly accessLog: AccessLog) {}

  /** Throws 403. Empty ids name nobody. */
  async check(caller: Caller, claimed: readonly (string | undefined)[]): Promise<void> {
    if (!claimed.some((userId) => userId && userId !== caller.actor.userId)) return;
    await this.accessLog.record({ caller, screen: 'Identity', outcome: 'refused' });
    throw new Refusal(403, 'identity/mismatch', 'The request names another user than the one who is signed in.');
  }
}
