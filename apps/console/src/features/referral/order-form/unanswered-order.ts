import type { KnownOrderForm } from '@throughline/domain';
import type { AttemptKeeper } from '../../../api/use-command.js';

/** As long as a draft. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * Remembers in this browser which command an order was sent as that got no answer: the same order, sent again after a reload or on
 * coming back, is that command again. Of the order it keeps a hash.
 */
export function unansweredOrder(storage: Storage, { id }: KnownOrderForm, owner: string): AttemptKeeper {
  const place = `throughline.order-draft.${id}.${owner}.sent`;
  return {
    fingerprint: async (text) => {
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
    read: () => {
      try {
        const kept = JSON.parse(storage.getItem(place) ?? 'null') as {
          readonly savedAt: number;
          readonly input: string;
          readonly key: string;
        } | null;
        return kept !== null && Date.now() - kept.savedAt <= MAX_AGE_MS ? kept : null;
      } catch {
        return null; // Unreadable: as good as none.
      }
    },
    write: (attempt) => {
      try {
        if (attempt === null) storage.removeItem(place);
        else storage.setItem(place, JSON.stringify({ ...attempt, savedAt: Date.now() }));
      } catch {
        // No room, or storage is off: a reload makes it another command.
      }
    },
  };
}
