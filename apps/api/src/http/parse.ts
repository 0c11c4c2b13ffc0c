import { type ParsedUrlQuery, parse as parseQueryString } from 'node:querystring';
import { plainWords } from '@throughline/contracts';
import type { z } from 'zod';
import { HttpError } from './http-error.js';

const NOT_STORABLE = 'This text holds characters that cannot be stored.';

/** The value as the schema parses it. Throws 400 with a message per field. */
export function parse<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const unstorable = unstorableTexts(given);
  if (unstorable.length > 0) {
    const errors = Object.fromEntries(unstorable.filter((path) => path !== '').map((path) => [path, NOT_STORABLE]));
    throw new HttpError(400, 'request/invalid', NOT_STORABLE, { errors });
  }
  const parsed = schema.safeParse(given, { error: plainWords });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) if (path.length > 0) errors[path.join('.')] ??= message;
  const [first] = parsed.error.issues;
  throw new HttpError(400, 'request/invalid', first?.message ?? 'The request has the wrong shape.', { errors });
}

/** Parses a query. Throws 400 for escapes that are not UTF-8, which `querystring` would replace. */
export function parseQuery(query: string): ParsedUrlQuery {
  try {
    decodeURIComponent(query);
  } catch {
    throw new HttpError(400, 'request/invalid', 'The address could not be read.');
  }
  return parseQueryString(query);
}

/** Maximum characters of the path of a nested field. No contract has a field that deep. */
const MAX_PATH_LENGTH = 200;

/**
 * Paths of texts that neither the log nor the database can store: with a NUL, or with an unpaired surrogate. Broken clients send them.
 * Iterative, because a recursive walk of a deep value would overflow the stack.
 */
export function unstorableTexts(given: unknown): readonly string[] {
  const found: string[] = [];
  const pending: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: given }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, value } = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) found.push(path);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        pending.push({
          path: path === '' ? key : path.length > MAX_PATH_LENGTH ? path : `${path}.${key}`,
          value: inner,
        });
      }
    }
  }
  return found;
}
