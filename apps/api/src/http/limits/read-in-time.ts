import type { Request, RequestHandler } from 'express';
import { HttpError } from '../http-error.js';

/** Twice as long as the largest body takes on a line of 20 kB/s. */
export const BODY_TIMEOUT_MS = 30_000;
/** While many bodies of one address have not arrived. */
const HURRIED_TIMEOUT_MS = 5_000;
/** A page sends a few bodies at once, which arrive within milliseconds: so many wait only for somebody who does not finish them. */
const MANY_UNREAD = 20;
const MAX_UNREAD = 100;

interface Reading {
  readonly giveUp: () => void;
  readonly hurry: () => void;
}

/**
 * Throws 408 for a body that has not arrived in time, and closes its connection. Until it has arrived, a request does not count as an open one of its
 * caller: a machine that leaves its bodies half-sent would keep out everybody behind its address. They are few of one address (`placeOf`) instead: with
 * more of them the time is short, and above the limit the oldest is given up. A new one is not refused, as it may be anybody's.
 */
export function readInTime(
  read: RequestHandler,
  placeOf: (request: Request) => string,
  { timeoutMs = BODY_TIMEOUT_MS, hurriedMs = HURRIED_TIMEOUT_MS, many = MANY_UNREAD, max = MAX_UNREAD } = {},
): RequestHandler {
  /** Of each address in the order of arrival. */
  const unread = new Map<string, Set<Reading>>();
  return (request, response, next) => {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    let forget = () => {};
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      forget();
      next(error);
    };
    void read(request, response, end);
    // Most requests have no body, or one that another part reads.
    if (isOver) return;

    const startedAt = performance.now();
    const giveUp = () => {
      response.setHeader('connection', 'close');
      end(new HttpError(408, 'request/timeout', 'The request did not arrive in time.'));
    };
    let isHurried = false;
    const hurry = () => {
      if (isHurried) return;
      isHurried = true;
      clearTimeout(timer);
      timer = setTimeout(giveUp, Math.max(0, startedAt + hurriedMs - performance.now()));
    };
    timer = setTimeout(giveUp, timeoutMs);
    const place = placeOf(request);
    const readings = unread.get(place) ?? new Set();
    const reading = { giveUp, hurry };
    unread.set(place, readings.add(reading));
    forget = () => {
      readings.delete(reading);
      if (readings.size === 0) unread.delete(place);
    };
    if (readings.size > many) for (const one of readings) one.hurry();
    const [oldest] = readings;
    if (readings.size > max) oldest?.giveUp();
  };
}
