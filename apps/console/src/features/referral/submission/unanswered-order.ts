import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { type KnownOrderForm, LANGUAGES, ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import type { AttemptKeeper } from '../../../api/use-command.js';
import { adoptDraft } from '../order-form/draft-storage.js';
import { among, leftOut, list, parts, text } from '../../../session/storage/stored-values.js';
import { isSpent, type Stamp, stamped, stampOf } from '../../../session/storage/drafts.js';
import { NOBODY, readStored } from '../../../session/storage/stored.js';
import { browserNow } from '../../../api/server-time.js';

/**
 * Fields that are not part of the hash, because they change with a reload: files are lost, each look-up gives another ticket, and the page
 * may be shown in another language.
 */
type SentWith = Pick<OrderToSend, 'eligiblePatientId' | 'attachments' | 'language'>;

interface KeptAttempt extends SentWith, Stamp {
  /** Hash of the order without these fields. `NO_ORDER` matches no order. */
  readonly mark: string;
  readonly key: string;
}

const keptAttempt = parts<KeptAttempt>({
  ...stamped,
  mark: text,
  key: text,
  attachments: leftOut(list(text)),
  eligiblePatientId: leftOut(text),
  language: leftOut(among(LANGUAGES)),
});

const NO_ORDER = '';

const placeOf = ({ id }: KnownOrderForm, owner: string) => `throughline.order-draft.${id}.${owner}.sent`;

/** An earlier, different order of this form got no answer. It may have been recorded, so the person is asked whether both are meant. */
export class EarlierOrderOpen extends Error {}

interface Options {
  /** Called before a new command, but not before a retry of one without an answer. Rejects if the person must confirm the order first. */
  readonly beforeNew?: (order: OrderToSend) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Stores the idempotency key of an order until it is answered. If the same order is submitted again after a reload, it is sent as the same
 * command, with the file names, the ticket and the language of the first attempt. `begin` throws `EarlierOrderOpen` for a different order;
 * `end` removes the entry. Of the order itself only a hash is stored. The ticket is valid for this order only, for half an hour.
 */
export function unansweredOrder(
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  { beforeNew = () => Promise.resolve(), now = browserNow }: Options = {},
): AttemptKeeper<OrderToSend> {
  const place = placeOf(form, owner);
  let open: KeptAttempt | null = null;

  function keep(attempt: KeptAttempt | null): void {
    open = attempt;
    if (attempt === null) storage.removeItem(place);
    else storage.setItem(place, JSON.stringify(attempt));
  }
  return {
    begin: async (whole) => {
      const { attachments: _files, eligiblePatientId: _ticket, language: _language, ...order } = whole;
      const mark = await hashOf(order);
      const last = open ?? readStored(storage, place, keptAttempt);
      const before = last !== null && !isSpent(storage, last, now()) ? last : null;
      if (before !== null && before.mark !== mark) throw new EarlierOrderOpen();
      if (before === null) await beforeNew(whole);
      const attempt = before ?? { mark, key: crypto.randomUUID(), ...sentWith(whole) };
      keep({ ...attempt, ...stampOf(storage, now()) });
      return { key: attempt.key, input: { ...order, ...sentWith(attempt) } };
    },
    end: () => keep(null),
  };
}

/** A referral that the person may open. */
type SentOrder = OrdersSentBefore[number];

/** The order was submitted or discarded in another tab, so the person must confirm it, as with `EarlierOrderOpen`. */
export class SentElsewhere extends Error {
  /** The order that was submitted there; null: none is known. */
  constructor(readonly sent: SentOrder | null) {
    super();
  }
}

/** Makes `begin` throw `SentElsewhere` until the person has confirmed the order. */
export function unlessSentElsewhere(
  keeper: AttemptKeeper<OrderToSend>,
  isGone: () => boolean,
  find: (order: OrderToSend) => Promise<SentOrder | null>,
): AttemptKeeper<OrderToSend> {
  return {
    ...keeper,
    begin: async (order) => {
      if (isGone()) throw new SentElsewhere(await find(order));
      return keeper.begin(order);
    },
  };
}

/** An order for this member with these items was sent minutes ago (docs/decisions/0107). The person is asked whether both are meant. */
export class SameOrderSent extends Error {
  constructor(readonly sent: SentOrder) {
    super();
  }
}

/** Looks for the newest order that is the same as this one and that the person has not confirmed yet. */
export function sameOrderCheck(lookUp: (order: OrderToSend) => Promise<OrdersSentBefore>) {
  const confirmed = new Set<string>();
  let found: OrdersSentBefore = [];
  const find = async (order: OrderToSend): Promise<SentOrder | null> => {
    found = await lookUp(order);
    return found.find(({ referralId }) => !confirmed.has(referralId)) ?? null;
  };
  return {
    find,
    /** Rejects with `SameOrderSent` if there is such an order. */
    rejectIfFound: async (order: OrderToSend): Promise<void> => {
      const sent = await find(order);
      if (sent !== null) throw new SameOrderSent(sent);
    },
    /** Records that the person knows the orders that were found, and wants this order as well. */
    confirm: () => found.forEach(({ referralId }) => confirmed.add(referralId)),
  };
}

/**
 * Takes over a visitor's unanswered order for the person who has signed in. A command belongs to its caller, so the same order would now be
 * another command. With `NO_ORDER` no order matches it, and the person must confirm before one is sent.
 */
export function adoptUnansweredOrder(storage: Storage, form: KnownOrderForm, owner: string): void {
  const sent = readStored(storage, placeOf(form, NOBODY), keptAttempt);
  storage.removeItem(placeOf(form, NOBODY));
  if (sent !== null) storage.setItem(placeOf(form, owner), JSON.stringify({ ...sent, mark: NO_ORDER }));
}

/** The properties are always in this order, because the server compares commands as text. */
const sentWith = ({ eligiblePatientId, attachments, language }: SentWith): SentWith => ({
  ...(eligiblePatientId !== undefined && { eligiblePatientId }),
  ...(attachments && { attachments }),
  ...(language && { language }),
});

async function hashOf(order: object): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(order)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Gives the drafts and unanswered orders of a visitor to the person who has signed in, for every form. */
export function adoptDrafts(storage: Storage, owner: string): void {
  for (const form of ORDER_FORM_IDS.map(orderFormOf)) {
    adoptDraft(storage, form, owner);
    adoptUnansweredOrder(storage, form, owner);
  }
}
