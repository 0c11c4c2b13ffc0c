import { EventTooLarge } from './errors.js';
import type { ExpectedRevision, NewEvent } from './event-store.js';
import { isUuid } from './uuid.js';

/** Bytes of JSON in one append, all events together. It is the smallest limit of any engine, so that all engines behave alike. */
export const APPEND_LIMIT = 1024 * 1024;

/** Far deeper than any form, and far below the stack limit of any parser. */
const DEEPEST = 64;

const STREAM_NAME = /^[A-Za-z]\w*-\S{1,200}$/;

/** NUL and unpaired surrogates: JSON allows them, PostgreSQL's text, and so every read model, does not. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Refuses, before anything is sent, events that some engine would corrupt, hang on, or fail another append for.
 * Returns the events as JSON text, which is what was measured.
 *
 * Throws `TypeError` (a defect of the caller) or `EventTooLarge`.
 */
export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): string {
  if (!STREAM_NAME.test(stream) || UNSTORABLE.test(stream)) {
    throw new TypeError(`Not a stream name ({category}-{id}): ${stream}`);
  }
  if (typeof expected === 'number' && !(Number.isInteger(expected) && expected >= 0)) {
    throw new TypeError(`Not an expected revision: ${expected}`);
  }
  if (events.length === 0) throw new TypeError(`An append to ${stream} without events`);

  const ids = new Set<string>();
  for (const { type, data, metadata } of events) {
    // The names of EventStoreDB's own streams begin with a dollar sign.
    if (typeof type !== 'string' || !/^[^$]/.test(type)) throw new TypeError(`An event without a type for ${stream}`);
    if (!isUuid(metadata.eventId)) throw new TypeError(`Not a UUID: the id of ${type} for ${stream}`);
    ids.add(metadata.eventId.toLowerCase());
    checkJson(type, `${type}.type`);
    checkJson(data, `${type}.data`);
    checkJson(metadata, `${type}.metadata`);
  }
  if (ids.size < events.length) throw new TypeError(`An event id twice in one append to ${stream}`);

  const json = JSON.stringify(events.map(({ type, data, metadata }) => ({ type, data, metadata })));
  const bytes = Buffer.byteLength(json);
  if (bytes > APPEND_LIMIT) throw new EventTooLarge(stream, bytes, APPEND_LIMIT);
  return json;
}

/** Accepts only values that the log returns unchanged. The error names the place, and never the value, which may be personal. */
function checkJson(value: unknown, path: string, depth = 0): void {
  if (depth > DEEPEST) throw new TypeError(`Nested too deeply: ${path.slice(0, 200)}`);
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value === 'string') {
    if (UNSTORABLE.test(value)) throw new TypeError(`NUL or half a surrogate pair in ${path}`);
    return;
  }
  if (Array.isArray(value)) {
    // Not forEach: it skips the holes of a sparse array, which JSON turns into null.
    for (let index = 0; index < value.length; index++) checkJson(value[index], `${path}[${index}]`, depth + 1);
    return;
  }
  if (isPlainObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      if (UNSTORABLE.test(key)) throw new TypeError(`NUL or half a surrogate pair in a key of ${path}`);
      checkJson(child, `${path}.${key}`, depth + 1);
    }
    return;
  }
  throw new TypeError(`Not JSON: ${path}`);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
