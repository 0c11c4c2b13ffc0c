import { LRUCache } from 'lru-cache';

const MAX_ROWS = 10_000;

/**
 * A read-through cache of rows: a change is seen at most `ttlMs` late. Concurrent reads of a key share one call of `read`, which gets the
 * outdated row if there is one. Missing rows and failed reads are not cached; after a failure the cache's own `peek` still returns
 * the outdated row. `now` in ms.
 */
export const readCache = <Row extends object>(
  read: (key: string, outdated?: Row) => Promise<Row | undefined>,
  ttlMs: number,
  now = () => performance.now(),
): LRUCache<string, Row> =>
  new LRUCache({
    max: MAX_ROWS,
    ttl: ttlMs,
    perf: { now },
    ttlResolution: 0,
    fetchMethod: read,
    // A read in flight resolves with its row even if other rows have evicted it.
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
  });
