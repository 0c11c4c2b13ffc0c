import { Injectable } from '@nestjs/common';
import { type Access, AccessLog } from '../access-log/access-log.js';
import { KeyedHash } from '../engines/keyed-hash.js';
import { HttpError } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { RateLimits } from '../rate-limit/rate-limits.js';

/** Look-ups without a sign-in: limited by network address and by input, and each attempt is recorded (docs/promises.md 1.4). */
@Injectable()
export class OpenLookUps {
  constructor(
    private readonly limits: RateLimits,
    private readonly accessLog: AccessLog,
    private readonly hash: KeyedHash,
  ) {}

  /** Throws 429 above the limit. Only a keyed hash of `input` is stored, and the ids of what was `shown`. */
  async run<T>(
    caller: Caller,
    screen: string,
    input: string,
    lookUp: () => Promise<T | undefined>,
    shown: (found: T) => Pick<Access, 'referralIds' | 'rowIds'>,
  ): Promise<T | undefined> {
    const inputHash = await this.count(caller, screen, input);
    const found = await lookUp();
    const outcome = found === undefined ? 'not-found' : 'shown';
    await this.accessLog.record({ caller, screen, outcome, inputHash, ...(found !== undefined && shown(found)) });
    return found;
  }

  /** Counts an attempt, which the caller must record with the hash of its input. Throws 429 above the limit, and records that. */
  async count(caller: Caller, screen: string, input: string): Promise<string> {
    const inputHash = this.hash.of('look-up', input);
    try {
      await this.limits.count('lookUpByAddress', caller.addressHash);
      await this.limits.count('lookUpByInput', inputHash);
    } catch (error) {
      if (error instanceof HttpError) await this.accessLog.record({ caller, screen, outcome: 'refused', inputHash });
      throw error;
    }
    return inputHash;
  }
}
