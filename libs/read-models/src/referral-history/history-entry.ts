import type { FeedEntry } from '../projecting/projection.js';

/**
 * Tells whoever audits a referral that something happened beside it, which its own topic is silent about. `what` says nothing but that it
 * is new.
 */
export function historyEntry(referralId: string, what: Readonly<Record<string, string | number>>): FeedEntry {
  return { topic: `referral-history:${referralId}`, key: referralId, audience: [], row: what };
}
