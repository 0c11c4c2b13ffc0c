import type { OrderToSend } from '@throughline/contracts';
import type { KnownOrderForm } from '@throughline/domain';
import { z } from 'zod';
import type { AttemptKeeper } from '../../../api/use-command.js';
import { isOld, NOBODY } from './draft-storage.js';
import { readStored } from './stored.js';

const keptAttempt = z.object({
  savedAt: z.number(),
  /** Hash of the order without what was sent with it; `NO_ORDER` where no order can be this command again. */
  mark: z.string(),
  key: z.string(),
  /** What came with it and does not tell it from another: a reload costs the files, and each look-up gives another ticket. */
  attachments: z.array(z.string()).exactOptional(),
  eligiblePatientId: z.string().exactOptional(),
});
type KeptAttempt = z.output<typeof keptAttempt>;

const NO_ORDER = '';

const placeOf = ({ id }: KnownOrderForm, owner: string) => `throughline.order-draft.${id}.${owner}.sent`;

/** Another order of this form was sent and got no answer: it may have been recorded, and nobody but the person knows whether both are meant. */
export class EarlierOrderOpen extends Error {}

/**
 * Remembers in this browser which command an order was sent as that got no answer: the same order, sent again after a reload or on
 * coming back, is that command again, whatever files and ticket it has by then (a reload costs them), so it goes out as it did first.
 * `begin` throws `EarlierOrderOpen` for another order; `end` lets it go. Of the order a hash is kept, the names of its files and its
 * ticket, which is good for this order alone, and for half an hour.
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
    begin: async ({ attachments, eligiblePatientId, ...order }) => {
      const mark = await hashOf(order);
      const last = open ?? readStored(storage, place, keptAttempt);
      const before = last !== null && !isOld(last.savedAt, now()) ? last : null;
      if (before !== null && before.mark !== mark) throw new EarlierOrderOpen();
      const attempt = before ?? { mark, key: crypto.randomUUID(), ...sentWith(eligiblePatientId, attachments) };
      keep({ ...attempt, savedAt: now() });
      return { key: attempt.key, input: { ...order, ...sentWith(attempt.eligiblePatientId, attempt.attachments) } };
    },
    end: () => keep(null),
  };
}

/** What was typed here was sent in another tab, or discarded there: see `EarlierOrderOpen`. */
export class SentElsewhere extends Error {}

/** Throws `SentElsewhere` in place of beginning, until the person has said that they mean it. */
export function unlessSentElsewhere(
  keeper: AttemptKeeper<OrderToSend>,
  isGone: () => boolean,
): AttemptKeeper<OrderToSend> {
  return {
    ...keeper,
    begin: (order) => {
      if (isGone()) throw new SentElsewhere();
      return keeper.begin(order);
    },
  };
}

/**
 * Somebody signed in after they had sent an order: a command is its caller's alone, so what they send now would be another one, and
 * they are told before it is.
 */
export function adoptUnansweredOrder(storage: Storage, form: KnownOrderForm, owner: string): void {
  const sent = readStored(storage, placeOf(form, NOBODY), keptAttempt);
  storage.removeItem(placeOf(form, NOBODY));
  if (sent !== null) storage.setItem(placeOf(form, owner), JSON.stringify({ ...sent, mark: NO_ORDER }));
}

/** In one order, as the server tells a command by its text. */
const sentWith = (eligiblePatientId: string | undefined, attachments: string[] | undefined) => ({
  ...(eligiblePatientId !== undefined && { eligiblePatientId }),
  ...(attachments && { attachments }),
});

async function hashOf(order: object): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(order)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
