import type { FeedEntry } from '../projecting/projection.js';
import type { HistoryEntry } from '@throughline/contracts';
import { isKnownEvent, type Recorded, type ReferralHistoryEvent, UnknownEvent } from '@throughline/domain';
import { type EventStore, readEvents } from '@throughline/event-store';

/**
 * Announces an event to the history of a referral that the referral's own topic does not show. `what` only has to differ from the last one.
 */
export function historyEntry(referralId: string, what: Readonly<Record<string, string | number>>): FeedEntry {
  return { topic: `referral-history:${referralId}`, key: referralId, audience: [], row: what };
}

/** The streams of a referral's history, in no order. */
export const HISTORY_CATEGORIES = [
  'referral',
  'itemTask',
  'file',
  'history',
  'message',
  'note',
  'internalNote',
  'recertification',
  'evidence',
] as const;

/**
 * Every event of a referral in the order of the log, as of a position (inclusive) or an instant (ISO 8601, inclusive). Read from the log
 * itself, not from a copy, so that an audit shows exactly what `verifyChain` has checked. Empty: there is no such referral.
 * @throws UnknownEvent for an event of a later release, whose meaning is not known
 */
export async function readHistory(
  store: EventStore,
  referralId: string,
  { asOf }: { readonly asOf?: Moment | undefined } = {},
): Promise<readonly HistoryEntry[]> {
  return (await readEventsOfCase(store, referralId, asOf)).map(entryOf);
}

/** The events of a case in the order of the log, up to a moment. Throws like `readHistory`. */
export async function readEventsOfCase(
  store: Pick<EventStore, 'readStream'>,
  caseId: string,
  asOf?: Moment,
): Promise<readonly Recorded[]> {
  const streams = await Promise.all(
    HISTORY_CATEGORIES.map((category) => readEvents(store, `${category}-${caseId}`, {})),
  );
  const events: readonly Recorded[] = streams.flat();
  for (const event of events) if (!isKnownEvent(event)) throw new UnknownEvent(event.type);
  return events
    .filter((event) => asOf === undefined || isBy(event, asOf))
    .sort((one, other) => one.position - other.position);
}

/** A position of the log, or an instant (ISO 8601). */
export type Moment = number | string;

/** Whether the event was recorded at that moment or before it. */
export function isBy({ position, metadata }: Pick<Recorded, 'position' | 'metadata'>, asOf: Moment): boolean {
  return typeof asOf === 'number' ? position <= asOf : Date.parse(metadata.at) <= Date.parse(asOf);
}

function entryOf({ position, stream, revision, type, data, metadata }: Recorded): HistoryEntry {
  return {
    position,
    stream,
    revision,
    event: { type, data } as ReferralHistoryEvent,
    at: metadata.at,
    actor: metadata.actor,
    eventId: metadata.eventId,
    commandId: metadata.commandId,
    causationId: metadata.causationId,
  };
}
