import type { RequestHandler } from 'express';
import { Refusal } from './refusal.js';

/** Levels of a body. No contract has half as many; much deeper, and what walks a value by calling itself runs out of stack. */
export const DEEPEST_BODY = 32;

/**
 * Refuses with 400 what is JSON and still no value that may be handed on: nested too deeply, or with an object that has a `toString` of
 * its own. From JSON that is never a function, so the object cannot be turned into text or number, and whatever tries to, throws.
 */
export const bodyLimits: RequestHandler = ({ body }, _response, next) => {
  next(isTame(body) ? undefined : new Refusal(400, 'request/malformed', 'The request could not be read.'));
};

/** With a list, not with the stack. */
export function isTame(given: unknown): boolean {
  const toDo: { readonly value: unknown; readonly depth: number }[] = [{ value: given, depth: 0 }];
  for (let next = toDo.pop(); next !== undefined; next = toDo.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEEPEST_BODY || Object.hasOwn(value, 'toString')) return false;
    for (const inner of Object.values(value)) toDo.push({ value: inner, depth: depth + 1 });
  }
  return true;
}
