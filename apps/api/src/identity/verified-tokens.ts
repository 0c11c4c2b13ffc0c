import { LRUCache } from 'lru-cache';

/** Known keys are kept for minutes after the provider withdraws them; this adds one minute. */
const TTL_MS = 60_000;
const MAX_TOKENS = 10_000;

/** The claims of a verified token that the API uses. `expiresAt` in ms since 1970. */
export interface VerifiedToken {
  readonly userId: string;
  readonly expiresAt: number;
  /** The same for all tokens of a session; null if the token says nothing of its session. */
  readonly sessionId: string | null;
}

/**
 * A cache of tokens whose signature was verified within the last minute. A person's requests carry the same token for an hour, and
 * verifying it costs more processor time than the rest of a small request. Invalid tokens are not cached.
 */
export class VerifiedTokens {
  private readonly cache;

  /** `verifySignature` rejects for an invalid token. `now` in ms since 1970; `elapsed` in ms of a monotonic clock. */
  constructor(
    private readonly verifySignature: (token: string) => Promise<VerifiedToken>,
    private readonly now = () => Date.now(),
    elapsed = () => performance.now(),
  ) {
    this.cache = new LRUCache<string, VerifiedToken>({
      max: MAX_TOKENS,
      ttl: TTL_MS,
      perf: { now: elapsed },
      ttlResolution: 0,
    });
  }

  /** Rejects like `verifySignature`. */
  async verify(token: string): Promise<VerifiedToken> {
    const cached = this.cache.get(token);
    if (cached && this.now() < cached.expiresAt) return cached;
    this.cache.delete(token);
    const verified = await this.verifySignature(token);
    this.cache.set(token, verified);
    return verified;
  }
}
