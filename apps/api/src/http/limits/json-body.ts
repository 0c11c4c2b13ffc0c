import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { UnsupportedMediaTypeException } from '@nestjs/common';
import { repeatedNameIn } from '@throughline/platform';
import { json, type Request, type RequestHandler } from 'express';
import { HttpError } from '../http-error.js';
import { readInTime, type UnreadBodies } from './unread-bodies.js';

const MAX_BODY_SIZE = '256kb';
/** Maximum nesting: twice as deep as any contract. A recursive walk of a much deeper value would overflow the stack. */
export const MAX_BODY_DEPTH = 32;

const malformed = () => new HttpError(400, 'request/malformed', 'The request could not be read.');

/** Maximum length of a path in a message. */
const MAX_NAMED_PATH = 200;

/** The repeated name in a body, kept until the body is parsed: if an error is thrown earlier, Nest keeps only its status. */
const repeatedNames = new WeakMap<IncomingMessage, string>();

/**
 * Throws 400 for bytes that are not UTF-8, because decoding would replace them and the replacement would be stored; 415 for another
 * charset, which RFC 8259 (8.1) does not allow.
 */
function requireUtf8(request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new UnsupportedMediaTypeException();
  if (!isUtf8(body)) throw malformed();
  const repeated = repeatedNameIn(body.toString());
  if (repeated !== null) repeatedNames.set(request, repeated.slice(0, MAX_NAMED_PATH));
}

/**
 * Throws 400 for an object that has a name twice, because all but the last of its values would be dropped, and for JSON that later code
 * cannot handle: nested too deeply, or with an object that has a property `toString`. In JSON that is never a function, so converting the
 * object to text or to a number would throw.
 */
const refuseUnsafe: RequestHandler = (request, _response, next) => {
  const path = repeatedNames.get(request);
  if (path === undefined) return next(isSafeBody(request.body) ? undefined : malformed());
  const message = `${path} is in the request twice. Send it once.`;
  next(new HttpError(400, 'request/invalid', message, { errors: { [path]: message } }));
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
export const jsonBody = (placeOf: (request: Request) => string, unread: UnreadBodies): readonly RequestHandler[] => [
  readInTime(json({ limit: MAX_BODY_SIZE, verify: requireUtf8 }), placeOf, unread),
  refuseUnsafe,
];
