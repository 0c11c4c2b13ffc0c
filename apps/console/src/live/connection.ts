import { atom } from 'jotai';

export interface Connection {
  readonly state: 'live' | 'reconnecting' | 'offline';
  /** Since when, milliseconds of the epoch. */
  readonly since: number;
}

/** How the live feed stands; null while nothing on screen follows it. */
export const connectionAtom = atom<Connection | null>(null);

/** When the newest change arrived, ISO 8601; null before the first. */
export const lastChangeAtom = atom<string | null>(null);

/** A lost connection is usually back in seconds; after this long it is called offline. */
const OFFLINE_AFTER_MS = 15_000;

export function nextConnection(
  before: Connection | null,
  seen: { readonly connected: boolean; readonly online: boolean; readonly now: number },
): Connection {
  const { connected, online, now } = seen;
  if (connected && online) return before?.state === 'live' ? before : { state: 'live', since: now };
  const since = before === null || before.state === 'live' ? now : before.since;
  return { state: online && now - since < OFFLINE_AFTER_MS ? 'reconnecting' : 'offline', since };
}
