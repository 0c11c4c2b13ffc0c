import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { type KnownOrderForm, LANGUAGES, ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import type { AttemptKeeper } from '../../../api/use-command.js';
import { adoptDraft } from '../order-form/draft-storage.js';
import { among, leftOut, list, parts, text } from '../../../session/stored-values.js';
import { isSpent, type Stamp, stamped, stampOf } from '../../../session/drafts.js';
import { NOBODY, readStored } from '../../../session/stored.js';
import { browserNow } from '../../../api/server-time.js';

/** Not part of the hash: a reload loses the files, each look-up gives another ticket, and the page may be shown in another language. */
type SentWith = Pick<OrderToSend, 'eligiblePatientId' | 'attachments' | 'language'>;

interface KeptAttempt extends SentWith, Stamp {
  /** Hash of the order alone. `NO_ORDER` matches no order. */
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
  /** Called before a new command, and not before the repetition of one without an answer. Rejects to ask the person first. */
  readonly beforeNew?: (order: OrderToSend) => Promise<void>;
  readonly now?: () => number;
}

/**
 * Stores the command key of an order that got no answer. The same order, submitted again after a reload, is the same command and is sent as it
 * was the first time, with the file names and the ticket that a reload loses. `begin` throws `EarlierOrderOpen` for a different order; `end`
 * removes the entry. Only a hash of the order is stored, the names of its files, its language, and its ticket, which is valid for this order for
 * half an hour.
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

/** The order was submitted or discarded in another tab. As with `EarlierOrderOpen`, the person is asked. */
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

/** Looks for the same order, sent before: the newest that the person was not told of and has confirmed. */
export function sameOrderQuestion(lookUp: (order: OrderToSend) => Promise<OrdersSentBefore>) {
  const confirmed = new Set<string>();
  let found: OrdersSentBefore = [];
  const find = async (order: OrderToSend): Promise<SentOrder | null> => {
    found = await lookUp(order);
    return found.find(({ referralId }) => !confirmed.has(referralId)) ?? null;
  };
  return {
    find,
    /** Rejects with `SameOrderSent` if there is one. */
    ask: async (order: OrderToSend): Promise<void> => {
      const sent = await find(order);
      if (sent !== null) throw new SameOrderSent(sent);
    },
    /** The person knows of those that were found, and means this order as well. */
    confirm: () => found.forEach(({ referralId }) => confirmed.add(referralId)),
  };
}

/**
 * For a person who signs in after a submit without an answer. A command belongs to its caller, so the same order would be another command now.
 * The person is informed before it is sent.
 */
export function adoptUnansweredOrder(storage: Storage, form: KnownOrderForm, owner: string): void {
  const sent = readStored(storage, placeOf(form, NOBODY), keptAttempt);
  storage.removeItem(placeOf(form, NOBODY));
  if (sent !== null) storage.setItem(placeOf(form, owner), JSON.stringify({ ...sent, mark: NO_ORDER }));
}

/** Always in the same order of properties: the server compares the text of a command. */
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
