import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Engines } from '../engine/engines.js';
import { Refusal } from '../http/refusal.js';

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

/** Counts are kept in the database, so that all nodes share them; a node that cannot reach it counts for itself. */
@Injectable()
export class RateLimits {
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
    try {
      await this.limiters.get(limit)?.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      const message = 'Too many requests. Please wait a moment and try again.';
      throw new Refusal(429, 'request/too-many', message, { retryAfterSeconds });
    }
  }
}
