import { LRUCache } from 'lru-cache';

/**
 * How long an answer is valid: a revoked token is refused after this time and one call to the provider. A tenant is called once a minute
 * (`StoredIntrospection`).
 */
const TTL_MS = 2_000;
/** How long an active token stays active while the provider cannot be reached. */
const STALE_IF_ERROR_MS = 60_000;
const MAX_TOKENS = 10_000;

interface CachedStatus {
  readonly expiresAt: number;
  answer: Promise<boolean>;
  /** When the token was last found active; null if never, or if it was found inactive since. */
  activeAt: number | null;
}

/**
 * Whether access tokens are active, cached for two seconds. Concurrent calls for a token share one introspection. Only for tokens with a
 * valid signature: otherwise a caller could evict the others by sending invented ones. Times in ms.
 */
export class TokenStatus {
  private readonly cache = new LRUCache<string, CachedStatus>({ max: MAX_TOKENS });

  constructor(
    private readonly introspect: (token: string) => Promise<boolean>,
    private readonly now = () => performance.now(),
  ) {}

  /** Rejects like `introspect`, unless the token was active within the last minute. */
  isActive(token: string): Promise<boolean> {
    const cached = this.cache.get(token);
    if (cached && this.now() < cached.expiresAt) return cached.answer;
    const status = this.refresh(token, cached?.activeAt ?? null);
    this.cache.set(token, status);
    return status.answer;
  }

  /** Makes the next call introspect. */
  forget(token: string): void {
    this.cache.delete(token);
  }

  private refresh(token: string, activeAt: number | null): CachedStatus {
    const startedAt = this.now();
    const status: CachedStatus = { expiresAt: startedAt + TTL_MS, activeAt, answer: Promise.resolve(false) };
    status.answer = this.introspect(token).then(
      (active) => {
        status.activeAt = active ? startedAt : null;
        return active;
      },
      (error: unknown) => {
        if (status.activeAt === null || this.now() > status.activeAt + STALE_IF_ERROR_MS) throw error;
        return true;
      },
    );
    return status;
  }
}
