import { hash } from 'node:crypto';
import type { EventMetadata, Recorded } from '@throughline/domain/kernel';
import type { EventStore } from './event-store.js';

/**
 * The canonical text of a JSON value (RFC 8785): it does not depend on the order of keys, because engines store the value and not the text.
 * Expects a value that `checkAppend` has accepted.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!Array.isArray(value)) return canonicalObject(value);
  let text = '';
  // Written as plain loops because they are hot: every event is hashed when it is written, projected, signed and verified.
  for (const item of value) text += (text === '' ? '' : ',') + canonicalJson(item);
  return `[${text}]`;
}

/** @param without a member that is left out: to copy an object without it costs more than to write it */
function canonicalObject(value: object, without?: string): string {
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of sorted(Object.keys(members))) {
    if (key === without) continue;
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(members[key])}`;
  }
  return `{${text}}`;
}

/** Keys that are sorted by insertion take a fraction of the time: `sort` is made for more of them. */
const FEW_KEYS = 24;

/** Sorts in place, by UTF-16 code units as RFC 8785 demands. */
function sorted(keys: string[]): readonly string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at]!;
    let to = at;
    for (; to > 0 && keys[to - 1]! > key; to--) keys[to] = keys[to - 1]!;
    keys[to] = key;
  }
  return keys;
}

/** ASCII without what is escaped. */
const PLAIN = /^[\u0020\u0021\u0023-\u005b\u005d-\u007e]*$/;

/** Most texts are plain, and put between quotes in half the time. */
export const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/** The hash before the first event of a stream. */
export const FIRST_HASH = '';

/** The last event of a stream that was seen before, stored outside the log. */
export interface StreamHead {
  readonly revision: number;
  readonly position: number;
  readonly hash: string;
}

export type ChainReport =
  | { readonly ok: true; readonly events: number; readonly lastHash: string }
  | { readonly ok: false; readonly revision: number; readonly reason: ChainFault };

export type ChainFault = 'changed' | 'reordered' | 'missing' | 'cut' | 'rewritten';

type Hashed = Pick<Recorded, 'stream' | 'revision' | 'type' | 'data'> & {
  readonly metadata: Omit<EventMetadata, 'hash'>;
};

/** The parts of an event in canonical form, for those who hash an event more than once. */
export interface CanonicalEvent {
  readonly data: string;
  /** Without the hash. */
  readonly metadata: string;
}

export function canonicalEvent({ data, metadata }: Pick<Hashed, 'data' | 'metadata'>): CanonicalEvent {
  return { data: canonicalJson(data), metadata: canonicalObject(metadata, 'hash') };
}

/** Hex SHA-256 over the previous event's hash and this event; a `hash` in the metadata is ignored. */
export function hashOf(previousHash: string, event: Hashed, canonical = canonicalEvent(event)): string {
  const { stream, revision, type } = event;
  // The canonical text of the object of the five, without writing the two large ones again.
  const place = `"revision":${revision},"stream":${quoted(stream)},"type":${quoted(type)}`;
  return hash('sha256', `${previousHash}\n{"data":${canonical.data},"metadata":${canonical.metadata},${place}}`);
}

/**
 * Verifies a stream and returns the first revision that differs from what was written: `changed`; `reordered` (the event of that
 * revision is elsewhere in the stream or in the whole log); `missing`.
 *
 * A tail that is cut off, or a past that is rewritten with recomputed hashes, leaves a sound chain: only the event that was `seen` of
 * the stream before, read before this call, reveals it. `cut`: the stream ends before that event, `revision` is the first missing one.
 * `rewritten`: there is another event in its place. A removal hidden by renumbering shows as `changed`, because the revision is
 * hashed too. Events appended at `any` have no chain.
 */
export async function verifyChain(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  seen?: StreamHead,
): Promise<ChainReport> {
  let revision = 0;
  let lastHash = FIRST_HASH;
  let lastPosition = 0;
  let broken: Recorded | undefined;
  let atSeen: Recorded | undefined;
  for await (const event of store.readStream(stream)) {
    const inPlace = event.revision === revision;
    if (!broken && inPlace && follows(lastHash, event)) {
      if (event.position <= lastPosition) return { ok: false, revision, reason: 'reordered' };
      if (revision === seen?.revision) atSeen = event;
      lastHash = event.metadata.hash;
      lastPosition = event.position;
      revision++;
      continue;
    }
    broken ??= event;
    // After a deletion a stream continues its revision numbers with a new chain: its past is missing, not moved.
    const begunAnew = revision === 0 && event === broken;
    if (!inPlace && !begunAnew && follows(lastHash, { ...event, revision })) {
      return { ok: false, revision, reason: 'reordered' };
    }
  }
  if (broken) return { ok: false, revision, reason: broken.revision === revision ? 'changed' : 'missing' };
  return (seen && differsFrom(seen, atSeen, revision)) ?? { ok: true, events: revision, lastHash };
}

function differsFrom(seen: StreamHead, found: Recorded | undefined, events: number): ChainReport | undefined {
  if (!found) return { ok: false, revision: events, reason: 'cut' };
  if (found.metadata.hash !== seen.hash) return { ok: false, revision: seen.revision, reason: 'rewritten' };
  if (found.position !== seen.position) return { ok: false, revision: seen.revision, reason: 'reordered' };
  return undefined;
}

function follows(previousHash: string, event: Recorded): boolean {
  return hashOf(previousHash, event) === event.metadata.hash;
}
