import type { Banner, TaskViewer } from '@throughline/contracts';
import { atom } from 'jotai';

export interface Connection {
  /** `partial`: connected, but a part of the screen is not followed, or is being read again. */
  readonly state: 'live' | 'partial' | 'reconnecting' | 'offline';
  /** When the state began, in ms since 1970. */
  readonly since: number;
}

/** The state of the live connection; null while no screen follows the feed. */
export const connectionAtom = atom<Connection | null>(null);

/** When the newest change arrived, ISO 8601; null before the first. */
export const lastChangeAtom = atom<string | null>(null);

/** Everybody who looks at a task right now, for a person who may see the queue; empty while it is unknown. */
export const taskViewersAtom = atom<readonly TaskViewer[]>([]);

/** The announcements of administrators above every page. Read at intervals; an open live connection sends them. */
export const bannersAtom = atom<readonly Banner[]>([]);

/** The task that this page shows; null: none. Sent to the server while the page is visible. */
export const lookingAtom = atom<string | null>(null);

/** After this time, a lost connection is shown as offline. Most are back within seconds. */
const OFFLINE_AFTER_MS = 15_000;

export function nextConnection(
  before: Connection | null,
  seen: { readonly connected: boolean; readonly online: boolean; readonly upToDate: boolean; readonly now: number },
): Connection {
  const { connected, online, upToDate, now } = seen;
  if (connected && online) {
    const state = upToDate ? 'live' : 'partial';
    return before?.state === state ? before : { state, since: now };
  }
  const wasConnected = before?.state === 'live' || before?.state === 'partial';
  const since = before === null || wasConnected ? now : before.since;
  return { state: online && now - since < OFFLINE_AFTER_MS ? 'reconnecting' : 'offline', since };
}
