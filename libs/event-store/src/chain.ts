import { createHash } from 'node:crypto';
import type { EventMetadata, Recorded } from '@throughline/domain';
import { canonicalJson } from './canonical-json.js';
import type { EventStore } from './event-store.js';

/** What stands before the first event of a stream. */
export const FIRST_HASH = '';

export type ChainReport =
  | { readonly ok: true; readonly events: number; readonly lastHash: string }
  | { readonly ok: false; readonly revision: number; readonly reason: 'changed' | 'reordered' | 'missing' };

type Hashed = Pick<Recorded, 'stream' | 'revision' | 'type' | 'data'> & {
  readonly metadata: Omit<EventMetadata, 'hash'>;
};

/** Hex SHA-256 over the previous event's hash and this event; a `hash` already in the metadata is left out. */
export function hashOf(previousHash: string, { stream, revision, type, data, metadata }: Hashed): string {
  const { hash: _, ...signed } = metadata as EventMetadata;
  return createHash('sha256')
    .update(`${previousHash}\n${canonicalJson({ stream, revision, type, data, metadata: signed })}`)
    .digest('hex');
}

/**
 * Walks a stream and names the first revision that is not what was once written there:
 * `changed`, `reordered` (the event of that revision stands elsewhere in the stream), or `missing`.
 *
 * A missing tail leaves a sound, shorter chain: compare `events` and `lastHash` with a copy kept elsewhere. A removal hidden by
 * renumbering what follows shows as `changed`, as the revision is hashed too. Events appended at `any` carry no chain.
 */
export async function verifyChain(store: EventStore, stream: string): Promise<ChainReport> {
  let revision = 0;
  let lastHash = FIRST_HASH;
  let broken: Recorded | undefined;
  for await (const event of store.readStream(stream)) {
    const inPlace = event.revision === revision;
    if (!broken && inPlace && follows(lastHash, event)) {
      lastHash = event.metadata.hash;
      revision++;
      continue;
    }
    broken ??= event;
    if (!inPlace && follows(lastHash, { ...event, revision })) return { ok: false, revision, reason: 'reordered' };
  }
  if (!broken) return { ok: true, events: revision, lastHash };
  return { ok: false, revision, reason: broken.revision === revision ? 'changed' : 'missing' };
}

function follows(previousHash: string, event: Recorded): boolean {
  return hashOf(previousHash, event) === event.metadata.hash;
}
