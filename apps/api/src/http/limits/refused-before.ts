import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { tooManyRequests } from '../http-error.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Causes further commands of this caller to be refused before their bodies are read. */
    refuseCommandsFor?: (seconds: number) => void;
  }
}

const MAX_CALLERS = 10_000;

/**
 * Refuses with 429, before its body is read, a command of a caller that was refused a command a moment ago because of too many. The caller
 * and their rights are only determined with the body; without this, somebody above the limit would still have every body parsed.
 * `callerOf`: as in `concurrentRequests`.
 */
export function refusedBefore(callerOf: (request: Request) => string, now = () => performance.now()): RequestHandler {
  const until = new LRUCache<string, number>({ max: MAX_CALLERS });
  return (request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const caller = callerOf(request);
    const leftMs = (until.get(caller) ?? 0) - now();
    if (leftMs > 0) return next(tooManyRequests(Math.ceil(leftMs / 1000)));
    request.refuseCommandsFor = (seconds) => void until.set(caller, now() + seconds * 1000);
    next();
  };
}
