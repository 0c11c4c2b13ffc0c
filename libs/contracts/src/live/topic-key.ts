import type { Topic } from '../live.contract.js';

/* This file has no schemas of the live feed: the console uses it before it loads the live client. */

/** The path of socket.io. */
export const LIVE_PATH = '/live';

/** A topic as one string, which is how the change feed stores it. */
export function topicKey(of: Topic): string {
  return 'referralId' in of ? `${of.name}:${of.referralId}` : of.name;
}

/** Why a topic may not be followed, or not any more; `message` is for a person. */
export interface LiveRefusal {
  readonly code: string;
  readonly message: string;
}

/** Why a topic is left that may be joined again: the person may now see other changes of it, so the snapshot must be read again. */
export const RIGHTS_CHANGED = {
  code: 'identity/rights-changed',
  message: 'What you may see has changed.',
} as const;

/** How often a page repeats `looking`, in ms. The server forgets it after some two intervals. */
export const LOOKING_INTERVAL_MS = 3_000;
