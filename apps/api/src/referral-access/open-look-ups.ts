import { Injectable } from '@nestjs/common';
import { AccessLog } from '../access-log/access-log.js';
import { KeyedHash } from '../engine/keyed-hash.js';
import { Refusal } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { RateLimits } from '../rate-limit/rate-limits.js';

/** What anybody may look up, and therefore not often: limited by address and by what is asked, every try recorded (QUALITY.md 1.4). */
@Injectable()
export class OpenLookUps {
  constructor(
    private readonly limits: RateLimits,
    private readonly accessLog: AccessLog,
    private readonly hash: KeyedHash,
  ) {}

  /** Throws 429 when it was tried too often. `input` is kept as a keyed hash only. */
  async count<T>(
    caller: Caller,
    screen: string,
    input: string,
    lookUp: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const inputHash = this.hash.of('look-up', input);
    try {
      await this.limits.count('lookUpByAddress', caller.addressHash);
      await this.limits.count('lookUpByInput', inputHash);
    } catch (error) {
      if (error instanceof Refusal) await this.accessLog.record({ caller, screen, outcome: 'refused', inputHash });
      throw error;
    }
    const found = await lookUp();
    await this.accessLog.record({ caller, screen, outcome: found === undefined ? 'not-found' : 'shown', inputHash });
    return found;
  }
}
