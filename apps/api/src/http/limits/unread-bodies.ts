import type { Request, RequestHandler } from 'express';
import { HttpError } from '../http-error.js';

/** Twice as long as the largest JSON body takes on a line of 20 kB/s. */
export const BODY_TIMEOUT_MS = 30_000;
/** The timeout while many bodies of one address have not arrived. */
const HURRIED_TIMEOUT_MS = 5_000;
/** A page sends a few bodies at once, which arrive within milliseconds: this many are only waiting if somebody does not finish them. */
const MANY_UNREAD = 20;
const MAX_UNREAD = 100;
/** What each of five files gets that are sent at once on a line of 200 kbit/s. A slower upload is given up. */
export const MIN_BYTES_PER_SECOND = 5_000;

declare module 'express-serve-static-core' {
  interface Request {
    /** For a route that reads its body itself: begins to wait for it, and returns a function that ends the waiting. */
    awaitBody?: (body: UnreadBody) => () => void;
    /** The limits of open requests that this request counts for. */
    openCounts?: OpenCount[];
  }
}

export interface UnreadBody {
  /** Called at most once, and not after the waiting has ended. */
  readonly giveUp: () => void;
  /** How many bytes have arrived: they extend the timeout. Absent: the whole body must arrive within the timeout. */
  readonly received?: () => number;
  /** True while the sender has to wait for this server, for example because the disk is slow. */
  readonly isHeldUp?: () => boolean;
}

/** Whether a request counts as an open one. */
export interface OpenCount {
  readonly suspend: () => void;
  readonly resume: () => void;
}

interface Waiting {
  /** When the body is given up, by the monotonic clock in ms. */
  readonly deadline: () => number;
  readonly giveUp: () => void;
  readonly hurry: () => void;
}

/**
 * Limits the request bodies of one address that have not arrived. If there are many, the timeout is short, and above the limit the one with
 * the earliest deadline is given up. A new one is not refused, because it may be anybody's.
 */
export class UnreadBodies {
  /** By address, in the order of arrival. */
  private readonly unread = new Map<string, Set<Waiting>>();

  constructor(
    private readonly limits: {
      readonly timeoutMs?: number;
      readonly hurriedMs?: number;
      readonly many?: number;
      readonly max?: number;
    } = {},
  ) {}

  /** Returns a function that ends the waiting. */
  wait(place: string, { giveUp, received = () => 0, isHeldUp = () => false }: UnreadBody): () => void {
    const { hurriedMs = HURRIED_TIMEOUT_MS, many = MANY_UNREAD, max = MAX_UNREAD } = this.limits;
    let { timeoutMs = BODY_TIMEOUT_MS } = this.limits;
    let timer: NodeJS.Timeout | undefined;
    const startedAt = performance.now();
    const waitings = this.unread.get(place) ?? new Set();
    const end = () => {
      clearTimeout(timer);
      const wasWaiting = waitings.delete(waiting);
      if (wasWaiting && waitings.size === 0) this.unread.delete(place);
    };
    const check = () => {
      const leftMs = waiting.deadline() - performance.now();
      if (leftMs <= 0 && !isHeldUp()) waiting.giveUp();
      else timer = setTimeout(check, leftMs > 0 ? leftMs : hurriedMs);
    };
    const waiting: Waiting = {
      deadline: () => startedAt + timeoutMs + (received() / MIN_BYTES_PER_SECOND) * 1000,
      giveUp() {
        end();
        giveUp();
      },
      hurry() {
        if (timeoutMs <= hurriedMs) return;
        timeoutMs = hurriedMs;
        clearTimeout(timer);
        timer = setTimeout(check, waiting.deadline() - performance.now());
      },
    };
    timer = setTimeout(check, timeoutMs);
    this.unread.set(place, waitings.add(waiting));
    if (waitings.size > many) for (const one of waitings) one.hurry();
    if (waitings.size > max) [...waitings].reduce(earlierOf).giveUp();
    return end;
  }
}

/** The one that has waited longer, if the deadlines are the same. */
const earlierOf = (one: Waiting, other: Waiting): Waiting => (other.deadline() < one.deadline() ? other : one);

/** Throws 408 for a body that has not arrived in time, and closes its connection. */
export function readInTime(
  read: RequestHandler,
  placeOf: (request: Request) => string,
  unread: UnreadBodies,
): RequestHandler {
  return (request, response, next) => {
    let isOver = false;
    let endWaiting = () => {};
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      endWaiting();
      next(error);
    };
    void read(request, response, end);
    // Most requests have no body, or their route reads it.
    if (isOver) return;
    const giveUp = () => {
      response.setHeader('connection', 'close');
      end(new HttpError(408, 'request/timeout', 'The request did not arrive in time.'));
    };
    endWaiting = unread.wait(placeOf(request), { giveUp });
  };
}

/**
 * Lets a route that reads its body itself wait for it under the limit of unread bodies instead of the limits of open requests: a machine
 * that leaves uploads half-sent would otherwise keep out everybody behind its address.
 */
export const awaitUploads =
  (placeOf: (request: Request) => string, unread: UnreadBodies): RequestHandler =>
  (request, _response, next) => {
    request.awaitBody = (body) => {
      const { openCounts = [] } = request;
      for (const count of openCounts) count.suspend();
      const endWaiting = unread.wait(placeOf(request), body);
      return () => {
        endWaiting();
        for (const count of openCounts) count.resume();
      };
    };
    next();
  };
