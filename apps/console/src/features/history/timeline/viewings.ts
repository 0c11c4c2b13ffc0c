import type { Viewing as KeptViewing } from '@throughline/contracts';
import { dataInWords } from '@throughline/domain';
import type { Moment } from './timeline.js';

export type Access = Pick<KeptViewing, 'at' | 'email' | 'role' | 'screen'> &
  Partial<Pick<KeptViewing, 'outcome' | 'rowIds'>>;

/** One person's views of one screen between two events. */
export interface Viewing {
  readonly who: string;
  readonly verb: 'viewed' | 'downloaded';
  /** Of exported evidence also what it has, and why it was exported. */
  readonly screen: string;
  /** The time of each, ISO 8601, oldest first. */
  readonly times: readonly string[];
}

/** The viewings after each event, by the event's position. Each access is counted once. */
export function viewingsByMoment(
  moments: readonly Moment[],
  accesses: readonly Access[],
): ReadonlyMap<number, readonly Viewing[]> {
  const oldestFirst = accesses.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const evidence = evidenceIn(moments);
  const seen = new Map<number, Access[]>();
  for (const access of oldestFirst) {
    const last = moments.findLastIndex(({ entry }) => Date.parse(entry.at) <= Date.parse(access.at));
    const position = moments[Math.max(last, 0)]?.entry.position ?? 0;
    seen.set(position, [...(seen.get(position) ?? []), access]);
  }
  return new Map([...seen].map(([position, then]) => [position, gathered(then, evidence)]));
}

/** The exports of evidence in words, by their ids. */
function evidenceIn(moments: readonly Moment[]): ReadonlyMap<string, string> {
  return new Map(
    moments.flatMap(({ entry: { event } }) =>
      event.type === 'EvidenceRequested'
        ? [[event.data.exportId, `${dataInWords(event.data.hasPersonalData)}: ${event.data.reason}`] as const]
        : [],
    ),
  );
}

function gathered(accesses: readonly Access[], evidence: ReadonlyMap<string, string>): readonly Viewing[] {
  const viewings = new Map<string, Viewing>();
  for (const { email, role, screen: name, at, outcome, rowIds = [] } of accesses) {
    const verb = outcome === 'downloaded' ? 'downloaded' : 'viewed';
    const screen = [name, ...rowIds.flatMap((id) => evidence.get(id) ?? [])].join(', ');
    const who = email ?? (role === 'anonymous' ? 'somebody who was not signed in' : role);
    const key = `${who}\n${verb}\n${screen}`;
    viewings.set(key, { who, verb, screen, times: [...(viewings.get(key)?.times ?? []), at] });
  }
  return [...viewings.values()];
}
