import type { Viewing as KeptViewing } from '@throughline/contracts';
import type { Moment } from './timeline.js';

export type Access = Pick<KeptViewing, 'at' | 'email' | 'role' | 'screen'>;

/** One person's views of one screen between two events. */
export interface Viewing {
  readonly who: string;
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
  const seen = new Map<number, Access[]>();
  for (const access of oldestFirst) {
    const last = moments.findLastIndex(({ entry }) => Date.parse(entry.at) <= Date.parse(access.at));
    const position = moments[Math.max(last, 0)]?.entry.position ?? 0;
    seen.set(position, [...(seen.get(position) ?? []), access]);
  }
  return new Map([...seen].map(([position, then]) => [position, gathered(then)]));
}

function gathered(accesses: readonly Access[]): readonly Viewing[] {
  const viewings = new Map<string, Viewing>();
  for (const { email, role, screen, at } of accesses) {
    const who = email ?? (role === 'anonymous' ? 'somebody who was not signed in' : role);
    const key = `${who}\n${screen}`;
    viewings.set(key, { who, screen, times: [...(viewings.get(key)?.times ?? []), at] });
  }
  return [...viewings.values()];
}
