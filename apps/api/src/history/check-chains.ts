import type { ChainCheck, HistoryEntry } from '@throughline/contracts';
import { isRecertificationId } from '@throughline/domain';
import { type EventStore, type StreamHead, verifyChain } from '@throughline/event-store';
import { HISTORY_CATEGORIES } from '@throughline/read-models';

/** All streams that can contain events of this referral. */
export const historyStreams = (referralId: string): readonly string[] =>
  HISTORY_CATEGORIES.map((category) => `${category}-${referralId}`);

/**
 * Verifies the hash chains of a referral or a recertification: of the stream that begins it, and of every stream that has events now or is
 * known to have had some. `heads` must have been read before this call. What this proves: docs/decisions/0010-what-the-chain-proves.md.
 */
export async function checkChains(
  store: EventStore,
  referralId: string,
  entries: readonly HistoryEntry[],
  heads: ReadonlyMap<string, StreamHead>,
): Promise<readonly ChainCheck[]> {
  const first = `${isRecertificationId(referralId) ? 'recertification' : 'referral'}-${referralId}`;
  const expected = historyStreams(referralId).filter(
    (stream) => stream === first || heads.has(stream) || entries.some((entry) => entry.stream === stream),
  );
  const misplaced = effectsBeforeCause(entries);
  return Promise.all(
    expected.map(async (stream) => {
      const check = await checkStream(store, stream, heads.get(stream));
      const effect = misplaced.find((entry) => entry.stream === stream);
      if (!check.ok || !effect) return check;
      return { stream, ok: false, events: effect.revision, revision: effect.revision, reason: 'reordered' };
    }),
  );
}

async function checkStream(store: EventStore, stream: string, seen: StreamHead | undefined): Promise<ChainCheck> {
  const report = await verifyChain(store, stream, seen);
  if (report.ok && report.events > 0) return { stream, ok: true, events: report.events };
  const { revision, reason } = report.ok ? ({ revision: 0, reason: 'missing' } as const) : report;
  const seenRevision = reason === 'cut' && seen ? { seenRevision: seen.revision } : {};
  return { stream, ok: false, events: revision, revision, reason, ...seenRevision };
}

/** No hash covers the positions that order events of different streams. But causation ids are hashed, and a cause comes before its effect. */
function effectsBeforeCause(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const positions = new Map(entries.map(({ eventId, position }) => [eventId, position]));
  return entries.filter(({ causationId, position }) => (positions.get(causationId ?? '') ?? 0) >= position);
}
