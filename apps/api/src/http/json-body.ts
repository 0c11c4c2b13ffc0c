import { json, type RequestHandler } from 'express';
import { HttpError } from './http-error.js';

const MAX_BODY_SIZE = '256kb';
/** Levels of nesting: twice as many as any contract has. A recursive walk of a much deeper value would overflow the stack. */
export const MAX_BODY_DEPTH = 32;

/**
 * Throws 400 for JSON that code further on could not handle: nested too deeply, or with an object that has a property `toString`. From JSON
 * that is never a function, so converting the object to text or to a number would throw.
 */
const refuseUnsafe: RequestHandler = ({ body }, _response, next) => {
  next(isSafeBody(body) ? undefined : new HttpError(400, 'request/malformed', 'The request could not be read.'));
};

/** Iterative, so that the check itself does not overflow the stack. */
export function isSafeBody(given: unknown): boolean {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: given, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === MAX_BODY_DEPTH || Object.hasOwn(value, 'toString')) return false;
    for (const inner of Object.values(value)) pending.push({ value: inner, depth: depth + 1 });
  }
  return true;
}

/** Parses the JSON body of a request. */
export const jsonBody: readonly RequestHandler[] = [json({ limit: MAX_BODY_SIZE }), refuseUnsafe];
