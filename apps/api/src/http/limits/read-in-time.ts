import type { Request, RequestHandler } from 'express';
import { HttpError } from '../http-error.js';

/** Twice as long as the largest body takes on a line of 20 kB/s. */
export const BODY_TIMEOUT_MS = 30_000;
/** The timeout while many bodies of one address have not arrived. */
const HURRIED_TIMEOUT_MS = 5_000;
/** A page sends a few bodies at once, which arrive within milliseconds: this many are only waiting if somebody does not finish them. */
const MANY_UNREAD = 20;
const MAX_UNREAD = 100;

interface Reading {
  readonly giveUp: () => void;
  readonly hurry: () => void;
}

/**
 * Throws 408 for a body that has not arrived in time, and closes its connection. Until its body has arrived, a request does not count as an
 * open one of its caller: a machine that leaves bodies half-sent would otherwise keep out everybody behind its address. Instead, bodies are
 * counted per address (`placeOf`): if many have not arrived the timeout is short, and above the limit the oldest is given up. A new one is
 * not refused, because it may be anybody's.
 */
export function readInTime(
  read: RequestHandler,
  placeOf: (request: Request) => string,
  { timeoutMs = BODY_TIMEOUT_MS, hurriedMs = HURRIED_TIMEOUT_MS, many = MANY_UNREAD, max = MAX_UNREAD } = {},
): RequestHandler {
  /** The unread bodies of each address, in the order of arrival. */
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
    // Most requests have no body, or another handler reads it.
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
