import type { Request, RequestHandler } from 'express';
import { tooManyRequests } from '../http-error.js';
import type { OpenCount } from './unread-bodies.js';

/** A page has about ten open requests; 20 people behind one address have about 200. */
export const MAX_OPEN_REQUESTS = 200;

/** For everybody behind one address together, whatever tokens they send. */
export const MAX_OPEN_PER_ADDRESS = 1_000;

const RETRY_AFTER_SECONDS = 1;

interface ConcurrencyLimit {
  /** Refuses without counting: used before the body is read, while a request does not count as open (`UnreadBodies`). */
  readonly refuse: RequestHandler;
  /** Refuses, and counts a request until it is answered, except while it waits for the body of an upload. */
  readonly count: RequestHandler;
}

/**
 * Refuses a caller's requests with 429 while it has too many open: pipelined or on many connections, they would use up the database's
 * connections. `callerOf` identifies the caller of a request.
 */
export function concurrentRequests(
  callerOf: (request: Request) => string,
  maxOpen = MAX_OPEN_REQUESTS,
): ConcurrencyLimit {
  const open = new Map<string, number>();
  const refuse: RequestHandler = (request, _response, next) =>
    next((open.get(callerOf(request)) ?? 0) >= maxOpen ? tooManyRequests(RETRY_AFTER_SECONDS) : undefined);
  const count: RequestHandler = (request, response, next) => {
    const caller = callerOf(request);
    if ((open.get(caller) ?? 0) >= maxOpen) {
      next(tooManyRequests(RETRY_AFTER_SECONDS));
      return;
    }
    const own = countOne(open, caller);
    (request.openCounts ??= []).push(own);
    response.once('close', own.end);
    next();
  };
  return { refuse, count };
}

/** Counts one open request of a caller, until `end`. */
function countOne(open: Map<string, number>, caller: string): OpenCount & { readonly end: () => void } {
  let isCounted = false;
  let hasEnded = false;
  const resume = () => {
    if (isCounted || hasEnded) return;
    isCounted = true;
    open.set(caller, (open.get(caller) ?? 0) + 1);
  };
  const suspend = () => {
    if (!isCounted) return;
    isCounted = false;
    const left = (open.get(caller) ?? 1) - 1;
    if (left > 0) open.set(caller, left);
    else open.delete(caller);
  };
  const end = () => {
    suspend();
    hasEnded = true;
  };
  resume();
  return { suspend, resume, end };
}
