import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Engines } from '../engine/engines.js';
import { Refusal } from '../http/refusal.js';
import { Newest } from '../memory/newest.js';
import { type Grant, PrepaidPoints } from './prepaid-points.js';

/** Per minute. What a person does by hand, several times over; what a script does to find something out, not. */
export const PER_MINUTE = {
  /** Open look-ups, by network address. */
  lookUpByAddress: 60,
  /** Open look-ups, by what is asked for: many addresses do not make one referral's id worth guessing at. */
  lookUpByInput: 30,
  /** Commands of somebody who is signed in. */
  writeByUser: 1_200,
  /** Commands of nobody in particular, by network address. */
  writeByAddress: 600,
} as const;

export type Limit = keyof typeof PER_MINUTE;

/**
 * Commands are counted so many at a time, as the database would else be asked once more for each. What a node then holds of them and
 * nobody uses is a few in a hundred of the limit. Look-ups are counted one by one.
 */
const AT_ONCE: Record<Limit, number> = { lookUpByAddress: 1, lookUpByInput: 1, writeByUser: 20, writeByAddress: 20 };

/** Counts are kept in the database, so that all nodes share them; a node that cannot reach it counts for itself. */
@Injectable()
export class RateLimits {
  private readonly prepaid = new Newest<string, PrepaidPoints>();
  private readonly limiters: ReadonlyMap<Limit, RateLimiterPostgres>;

  constructor(engines: Engines) {
    const limits = Object.entries(PER_MINUTE) as [Limit, number][];
    this.limiters = new Map(
      limits.map(([keyPrefix, points]) => {
        const options = { keyPrefix, points, duration: 60 };
        const shared = new RateLimiterPostgres({
          ...options,
          storeClient: engines.pool,
          storeType: 'pool',
          tableName: 'rate_limit',
          tableCreated: true,
          insuranceLimiter: new RateLimiterMemory(options),
        });
        return [keyPrefix, shared];
      }),
    );
  }

  /** Counts one; throws 429 when that is too many. `key` is a hash or an id, never personal data. */
  async count(limit: Limit, key: string): Promise<void> {
    const name = `${limit} ${key}`;
    const prepaid = this.prepaid.get(name) ?? new PrepaidPoints(() => this.consume(limit, key));
    this.prepaid.set(name, prepaid);
    await prepaid.take();
  }

  private async consume(limit: Limit, key: string): Promise<Grant> {
    const points = AT_ONCE[limit];
    try {
      const { msBeforeNext } = await this.limiters.get(limit)!.consume(key, points);
      return { points, until: performance.now() + msBeforeNext };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      const message = 'Too many requests. Please wait a moment and try again.';
      throw new Refusal(429, 'request/too-many', message, { retryAfterSeconds });
    }
  }
}
