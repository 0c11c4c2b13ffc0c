import type { HistoryEntry } from '@throughline/contracts';
import { type CaseAsOf, describeEvent, evolveCase, type FieldChange, nameOf } from '@throughline/domain';

/** One event of the log in words, with the referral or the recertification immediately before and after it. */
export interface Moment {
  readonly entry: HistoryEntry;
  readonly sentence: string;
  readonly detail: readonly FieldChange[];
  /** The event that caused this one; null if a person or a timer did. */
  readonly cause: Moment | null;
  readonly before: CaseAsOf | null;
  readonly after: CaseAsOf | null;
  /** The event cannot be applied, because the log has lost or changed an earlier event. */
  readonly broken: boolean;
}

/** Every event in words, in the order of the log. A broken log is shown as far as it can be read; the page does not fail. */
export function timelineOf(entries: readonly HistoryEntry[]): readonly Moment[] {
  const names = namesIn(entries);
  const led = new Map<string, Moment>();
  const moments: Moment[] = [];
  let before: CaseAsOf | null = null;
  for (const entry of entries) {
    const who = names.get(entry.actor.userId ?? '') ?? nameOf(entry.actor);
    const cause = entry.causationId === null ? null : (led.get(entry.causationId) ?? null);
    const moment: Moment = { entry, cause, before, ...readEvent(entry, who, before) };
    moments.push(moment);
    led.set(entry.eventId, moment);
    if (!led.has(entry.commandId)) led.set(entry.commandId, moment);
    before = moment.after;
  }
  return moments;
}

function readEvent({ event }: HistoryEntry, who: string, before: CaseAsOf | null) {
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
function namesIn(entries: readonly HistoryEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { event } of entries) {
    if (event.type === 'TaskClaimed' || event.type === 'TaskAssigned') {
      names.set(event.data.assignee.userId, event.data.assignee.name);
    }
  }
  return names;
}

/** The parameter of the address that holds a position of the log. Without it, the page shows the present. */
export const AS_OF = 'asOf';

/**
 * Index of the moment that the address names: the last one at or before that position, so that an address stays valid while the log grows.
 * The last moment if the address names none, or is invalid; -1 only if there are no moments.
 */
export function selectedIndex(moments: readonly Moment[], asOf: string | null): number {
  const last = moments.length - 1;
  if (asOf === null || !/^\d+$/.test(asOf)) return last;
  const after = moments.findIndex(({ entry }) => entry.position > Number(asOf));
  if (after === -1) return last;
  return Math.max(after - 1, 0);
}

/** The parameter of the address for a moment. The last moment is the present, which has no parameter, so that the page follows the log. */
export function asOfParameter(moments: readonly Moment[], index: number): string | null {
  const moment = moments[index];
  return moment === undefined || index === moments.length - 1 ? null : String(moment.entry.position);
}
