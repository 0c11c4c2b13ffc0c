import type { OrderToSend } from '@throughline/contracts';
import type { KnownOrderForm } from '@throughline/domain';
import type { AttemptKeeper } from '../../../api/use-command.js';
import { NOBODY } from './draft-storage.js';

/** As long as a draft. */
const MAX_AGE_MS = 24 * 3_600_000;

interface KeptAttempt {
  readonly savedAt: number;
  /** Hash of the order without its files; `NO_ORDER` where no order can be this command again. */
  readonly mark: string;
  readonly key: string;
  /** What the order said that comes with it; none where it said nothing. */
  readonly attachments?: OrderToSend['attachments'];
}

const NO_ORDER = '';

const placeOf = ({ id }: KnownOrderForm, owner: string) => `throughline.order-draft.${id}.${owner}.sent`;

/** Another order of this form was sent and got no answer: it may have been recorded, and nobody but the person knows whether both are meant. */
export class EarlierOrderOpen extends Error {}

/**
 * Remembers in this browser which command an order was sent as that got no answer: the same order, sent again after a reload or on
 * coming back, is that command again, whatever files it has by then (a reload costs them), so it goes out as it did first. `begin` throws
 * `EarlierOrderOpen` for another order; `end` lets it go. Of the order a hash is kept and the names of its files.
 */
export function unansweredOrder(
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  now: () => number = Date.now,
): AttemptKeeper<OrderToSend> {
  const place = placeOf(form, owner);
  let open: KeptAttempt | null = null;

  function keep(attempt: KeptAttempt | null): void {
    open = attempt;
    try {
      if (attempt === null) storage.removeItem(place);
      else storage.setItem(place, JSON.stringify(attempt));
    } catch {
      // No room, or storage is off: a reload makes it another command.
    }
  }
  return {
    begin: async ({ attachments, ...order }) => {
      const mark = await hashOf(order);
      const last = open ?? read(storage, place);
      const before = last !== null && now() - last.savedAt <= MAX_AGE_MS ? last : null;
      if (before !== null && before.mark !== mark) throw new EarlierOrderOpen();
      const attempt = before ?? { mark, key: crypto.randomUUID(), ...(attachments && { attachments }) };
      keep({ ...attempt, savedAt: now() });
      return {
        key: attempt.key,
        input: { ...order, ...(attempt.attachments && { attachments: attempt.attachments }) },
      };
    },
    end: () => keep(null),
  };
}

/**
 * Somebody signed in after they had sent an order: a command is its caller's alone, so what they send now would be another one, and
 * they are told before it is.
 */
export function adoptUnansweredOrder(storage: Storage, form: KnownOrderForm, owner: string): void {
  const sent = read(storage, placeOf(form, NOBODY));
  storage.removeItem(placeOf(form, NOBODY));
  if (sent !== null) storage.setItem(placeOf(form, owner), JSON.stringify({ ...sent, mark: NO_ORDER }));
}

function read(storage: Storage, place: string): KeptAttempt | null {
  try {
    return JSON.parse(storage.getItem(place) ?? 'null') as KeptAttempt | null;
  } catch {
    return null; // Unreadable: as good as none.
  }
}

async function hashOf(order: object): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(order)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
