import type { OrdersSentBefore, OrderToSend } from '@throughline/contracts';
import { type KnownOrderForm, LANGUAGES, ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import type { AttemptKeeper } from '../../../api/use-command.js';
import { adoptDraft } from '../order-form/draft-storage.js';
import { among, leftOut, list, parts, text } from '../../../session/storage/stored-values.js';
import { isSpent, type Stamp, stamped, stampOf } from '../../../session/storage/drafts.js';
import { NOBODY, readStored } from '../../../session/storage/stored.js';
import { type Release, takeLock } from '../../../session/storage/tab-lock.js';
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

/** A referral that the person may open. */
type SentOrder = OrdersSentBefore[number];

/**
 * The order was submitted or discarded in another tab, or is being submitted there, so the person must confirm it, as with
 * `EarlierOrderOpen`.
 */
export class SentElsewhere extends Error {
  /** The order that was submitted there; null: none is known. */
  constructor(readonly sent: SentOrder | null) {
    super();
  }
}

/** Keeps the command of an order until it is answered. */
export interface OrderKeeper extends AttemptKeeper<OrderToSend> {
  /** Whether an order of this form got no answer. */
  readonly isOpen: () => boolean;
  /** Whether it is this order. */
  readonly isOpenFor: (order: OrderToSend) => Promise<boolean>;
}

interface Options {
  /** Called before a new command, but not before a retry of one without an answer. Rejects if the person must confirm the order first. */
  readonly beforeNew?: (order: OrderToSend) => Promise<void>;
  /** Whether another tab has submitted or discarded the draft of this order, and the person has not confirmed it since. */
  readonly isGone?: () => boolean;
  /** Looks for what another tab, or this form before, has submitted. */
  readonly find?: (order: OrderToSend) => Promise<SentOrder | null>;
  readonly now?: () => number;
  readonly lock?: typeof takeLock;
}

/** Longer than a command waits for its answer. A tab that does not release its lock until then may have been stopped by the browser. */
const LOCK_WAIT_MS = 15_000;

/**
 * Stores the idempotency key of an order until it is answered. If the same order is submitted again after a reload, it is sent as the same
 * command, with the file names, the ticket and the language of the first attempt. `begin` throws for a different order: `SameOrderSent` if
 * the earlier one is found, otherwise `EarlierOrderOpen`. `end` removes the entry. Of the order itself only a hash is stored. The ticket is
 * valid for this order only, for half an hour.
 *
 * Tabs that show one draft submit it one after the other, by a lock from `begin` to the answer. `begin` throws `SentElsewhere` in a tab
 * that had to wait, unless the other one got no answer: then its command is sent again.
 */
export function unansweredOrder(
  storage: Storage,
  form: KnownOrderForm,
  owner: string,
  {
    beforeNew = () => Promise.resolve(),
    isGone = () => false,
    find = () => Promise.resolve(null),
    now = browserNow,
    lock = takeLock,
  }: Options = {},
): OrderKeeper {
  const place = placeOf(form, owner);
  let open: KeptAttempt | null = null;
  let release: Release | null = null;

  const unlock = () => {
    release?.();
    release = null;
  };
  const stored = () => {
    const last = readStored(storage, place, keptAttempt);
    return last !== null && !isSpent(storage, last, now()) ? last : null;
  };
  /** Resolves with whether another tab had the lock. */
  async function waitForLock(): Promise<boolean> {
    unlock();
    release = await lock(place, { ifAvailable: true });
    if (release !== null) return false;
    release = await lock(place, { signal: AbortSignal.timeout(LOCK_WAIT_MS) });
    return true;
  }
  async function attemptOf(
    whole: OrderToSend,
    mark: string,
    hasWaited: boolean,
  ): Promise<Omit<KeptAttempt, keyof Stamp>> {
    const sentElsewhere = async () => new SentElsewhere(await find(whole));
    if (isGone()) throw await sentElsewhere();
    const before = open !== null && !isSpent(storage, open, now()) ? open : stored();
    if (before !== null && before.mark !== mark) {
      // It is known what became of it, if it was for this member with these items: of another quantity, for example.
      const sent = await find(whole);
      throw sent === null ? new EarlierOrderOpen() : new SameOrderSent(sent);
    }
    if (before !== null) return before;
    if (hasWaited) throw await sentElsewhere();
    await beforeNew(whole);
    // Without locks, another tab may have begun or ended meanwhile.
    if (isGone() || stored() !== null) throw await sentElsewhere();
    return { mark, key: crypto.randomUUID(), ...sentWith(whole) };
  }
  return {
    isOpen: () => stored() !== null,
    isOpenFor: async (whole) => stored()?.mark === (await hashOf(itself(whole))),
    begin: async (whole) => {
      const order = itself(whole);
      const hasWaited = await waitForLock();
      try {
        open = { ...(await attemptOf(whole, await hashOf(order), hasWaited)), ...stampOf(storage, now()) };
      } catch (error) {
        unlock();
        throw error;
      }
      storage.setItem(place, JSON.stringify(open));
      return { key: open.key, input: { ...order, ...sentWith(open) } };
    },
    end: () => {
      // Another tab may have stored an attempt of its own since.
      if (open === null || stored()?.key === open.key) storage.removeItem(place);
      open = null;
      unlock();
    },
    leaveOpen: unlock,
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

/** The order without what changes with a reload. */
function itself(whole: OrderToSend): OrderToSend {
  const { attachments: _files, eligiblePatientId: _ticket, language: _language, ...order } = whole;
  return order;
}

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
