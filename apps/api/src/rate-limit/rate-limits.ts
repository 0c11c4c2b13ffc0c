import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { inTime } from '../http/limits/answer-in-time.js';
import { HttpError, tooManyRequests } from '../http/http-error.js';
import { type Grant, PrepaidPoints } from './prepaid-points.js';

/** Requests per minute: several times what a person does by hand, and too few for a script that guesses. */
export const REQUESTS_PER_MINUTE = {
  /** Open look-ups, by network address. */
  lookUpByAddress: 60,
  /** Open look-ups, by input, so that guessing one referral's id from many addresses is not worth it. */
  lookUpByInput: 30,
  /** Messages of Contact Us and Help & Suggestions, by network address, because each is mailed to the provider's staff. */
  messageByAddress: 10,
  /**
   * Orders without a sign-in, by network address. An order takes a person two minutes or more: a clinic whose 120 people all order at once
   * stays below it.
   */
  orderByAddress: 60,
  /** Steps of sign-ins, by network address. */
  signInByAddress: 120,
  /** Steps of one sign-in. */
  signInByToken: 20,
  /** Commands of a signed-in person. */
  writeByUser: 1_200,
  /** Anonymous commands, by network address. */
  writeByAddress: 600,
} as const;

export type Limit = keyof typeof REQUESTS_PER_MINUTE;

const WINDOW_SECONDS = 60;

/**
 * Points that a node reserves at a time. Commands reserve several, to save a query per command; reserved points that a node does not use
 * are a few percent of the limit. Look-ups are counted one by one.
 */
const POINTS_PER_GRANT: Record<Limit, number> = {
  lookUpByAddress: 1,
  lookUpByInput: 1,
  messageByAddress: 1,
  orderByAddress: 1,
  signInByAddress: 1,
  signInByToken: 1,
  writeByUser: 20,
  writeByAddress: 20,
};

const MAX_PREPAID_KEYS = 10_000;

/** Rate limits that all nodes share through the database. A node that cannot reach it counts alone. */
@Injectable()
export class RateLimits {
  private readonly prepaid = new LRUCache<string, PrepaidPoints>({ max: MAX_PREPAID_KEYS });
  private readonly limiters: ReadonlyMap<Limit, RateLimiterPostgres>;

  constructor(@Inject(DATABASE) { pool }: ApiDatabase) {
    const limits = Object.entries(REQUESTS_PER_MINUTE) as [Limit, number][];
    this.limiters = new Map(
      limits.map(([keyPrefix, points]) => {
        const options = { keyPrefix, points, duration: WINDOW_SECONDS };
        const shared = new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limit',
          tableCreated: true,
          insuranceLimiter: new RateLimiterMemory(options),
        });
        return [keyPrefix, shared];
      }),
    );
  }

  /** Counts one request; throws 429 above the limit. `key` is a hash or an id, never personal data. */
  async count(limit: Limit, key: string): Promise<void> {
    const name = `${limit} ${key}`;
    const prepaid = this.prepaid.get(name) ?? new PrepaidPoints(() => this.reserve(limit, key));
    this.prepaid.set(name, prepaid);
    await prepaid.take();
  }

  private async reserve(limit: Limit, key: string): Promise<Grant> {
    const points = POINTS_PER_GRANT[limit];
    try {
      const { msBeforeNext } = await this.consume(limit, key, points);
      return { points, until: performance.now() + msBeforeNext };
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw tooManyRequests(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
    }
  }

  /**
   * Consumes points. A window that lasts longer than a new one would was opened before the clock was set back. It is discarded, because it
   * would last that much longer.
   */
  private async consume(limit: Limit, key: string, points: number): Promise<RateLimiterRes> {
    const limiter = this.limiters.get(limit)!;
    try {
      const result = await limiter.consume(key, points);
      if (!isTooLong(result)) return result;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes && isTooLong(refused))) throw refused;
    }
    await limiter.delete(key);
    return limiter.consume(key, points);
  }
}

const isTooLong = ({ msBeforeNext }: RateLimiterRes) => msBeforeNext > (WINDOW_SECONDS + 1) * 1000;

/** Limits everything except reads, per person or network address. Runs after the caller is identified. */
@Injectable()
export class WriteLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD') return true;
    const { actor, addressHash } = request.caller;
    const counted =
      actor.userId === null
        ? this.limits.count('writeByAddress', addressHash)
        : this.limits.count('writeByUser', actor.userId);
    await inTime(request, counted).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 429)
        request.refuseCommandsFor?.(error.more.retryAfterSeconds ?? 1);
      throw error;
    });
    return true;
  }
}
