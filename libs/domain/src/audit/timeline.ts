import type { Actor } from '../kernel/event.js';
import type { FieldChange } from '../kernel/words.js';
import { describeEvent, nameOf } from './describe-event.js';
import { type CaseAsOf, evolveCase } from './event-circumstances.js';
import type { ReferralHistoryEvent } from './referral-as-of.js';

/** What a timeline needs of an event of the log. */
export interface TimelineEntry {
  readonly event: ReferralHistoryEvent;
  /** When it was recorded, ISO 8601. */
  readonly at: string;
  readonly actor: Actor;
  readonly eventId: string;
  readonly commandId: string;
  /** Id of the event or command that caused it; null if a person started it. */
  readonly causationId: string | null;
}

/** One event of the log in words, with the referral or the recertification immediately before and after it. */
export interface MomentOf<Entry extends TimelineEntry> {
  readonly entry: Entry;
  readonly sentence: string;
  readonly detail: readonly FieldChange[];
  /** When it happened, ISO 8601, if that was a minute or more before it was recorded; otherwise null. */
  readonly happenedAt: string | null;
  /** The event that caused this one; null if a person or a timer did. */
  readonly cause: MomentOf<Entry> | null;
  readonly before: CaseAsOf | null;
  readonly after: CaseAsOf | null;
  /** The event cannot be applied, because the log has lost or changed an earlier event. */
  readonly broken: boolean;
}

/** Every event in words, in the order of the log. A broken log is shown as far as it can be read; the page does not fail. */
export function timelineOf<Entry extends TimelineEntry>(entries: readonly Entry[]): readonly MomentOf<Entry>[] {
  const names = namesIn(entries);
  const led = new Map<string, MomentOf<Entry>>();
  const moments: MomentOf<Entry>[] = [];
  let before: CaseAsOf | null = null;
  for (const entry of entries) {
    const who = names.get(entry.actor.userId ?? '') ?? nameOf(entry.actor);
    const cause = entry.causationId === null ? null : (led.get(entry.causationId) ?? null);
    const moment: MomentOf<Entry> = {
      entry,
      cause,
      happenedAt: happenedBefore(entry),
      before,
      ...readEvent(entry, who, before),
    };
    moments.push(moment);
    led.set(entry.eventId, moment);
    if (!led.has(entry.commandId)) led.set(entry.commandId, moment);
    before = moment.after;
  }
  return moments;
}

const MINUTE_MS = 60_000;

function happenedBefore({ event, at }: TimelineEntry): string | null {
  const happenedAt =
    event.type === 'HistoryEntryRecorded' ? event.data.dateTime : event.type === 'TaskFellDue' ? event.data.dueAt : at;
  return Date.parse(at) - Date.parse(happenedAt) >= MINUTE_MS ? happenedAt : null;
}

function readEvent({ event }: TimelineEntry, who: string, before: CaseAsOf | null) {
  try {
    const after = evolveCase(before, event);
    return { ...describeEvent(event, { who, before }), after, broken: before === null && after === null };
  } catch {
    return {
      sentence: `${event.type}, which does not follow from the events before it`,
      detail: [],
      after: before,
      broken: true,
    };
  }
}

/** Names of people by id. The log has the names of assignees, and only the mail addresses of other people. */
function namesIn(entries: readonly TimelineEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { event } of entries) {
    if (event.type === 'TaskClaimed' || event.type === 'TaskAssigned') {
      names.set(event.data.assignee.userId, event.data.assignee.name);
    }
  }
  return names;
}
