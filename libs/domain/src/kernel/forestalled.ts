import type { Change } from './changes-in-words.js';
import { DomainError } from './decider.js';
import type { DomainEvent } from './event.js';

/* Acts that are refused because somebody else was faster. See docs/decisions/0111. */

/** Refusals in which the API names the person who was faster. Every `{noun}/changed-meanwhile` is one of them as well. */
const FORESTALLED = [
  'account/deactivated',
  'catalogue/activated',
  'catalogue/compared-with-another',
  'catalogue/not-planned',
  'eligibility-import/not-running',
  'evidence/not-running',
  'inquiry/not-open',
  'inquiry/not-settled',
  'inquiry/settled-again',
  'item-task/already-completed',
  'item-task/claimed-by-another',
  'item-task/closed',
  'item-task/joined-meanwhile',
  'item-task/moved-on',
  'item-task/not-an-assignee',
  'item-task/not-at-work',
  'item-task/not-in-task',
  'item-task/put-on-hold',
  'item-task/stopped-otherwise',
  'item-task/unknown-item',
  'note-template/unknown',
  'note/deleted',
  'referral/item-finished',
  'referral/item-not-shipped',
  'referral/item-removed',
  'referral/numbered-meanwhile',
] as const;

/** Whether the refusal may name a person. Such a refusal is stored as the result of its idempotency key without the name. */
export const namesAPerson = (code: string): boolean =>
  /^[a-z-]+\/changed-meanwhile$/.test(code) || FORESTALLED.some((one) => one === code);

/** Names an item of a referral, as its order does. */
export type ItemName = (itemId: number) => string;

/** Names an item where the order that has its name is not at hand. */
export const itemNumber: ItemName = (itemId) => `Item ${itemId}`;

/** The event that made an act impossible. */
interface DoneBefore {
  /** The id of the stream that has the event. Absent: the event is in the stream that the refused command was for. */
  readonly id?: string | undefined;
  readonly category?: string;
  /**
   * Whether the state that the author claims to have seen existed after an event of the stream. If it never did, the refusal does not say
   * who acted, and when. Absent: it existed.
   */
  readonly wasSeen?: ((event: DomainEvent) => boolean) | undefined;
}

/**
 * The act is no longer possible because somebody else acted meanwhile. The API says by whom and when: `isIt` finds the last event that did
 * it, in the stream of the act or in another.
 */
export class Forestalled extends DomainError {
  constructor(
    code: (typeof FORESTALLED)[number],
    /** The words of the refusal. The change is null if the event that made the act impossible, and so its author, was not found. */
    readonly words: (change: Change | null, nameOf: ItemName) => string,
    /** Called once for each event of the stream, in order. */
    readonly isIt: (event: DomainEvent) => boolean,
    readonly before: DoneBefore = {},
  ) {
    super(code, words(null, itemNumber));
  }
}

/**
 * The act would ignore what was done since the author looked. Authors know what they did themselves, although their page may not show it
 * yet: if the event is the author's own, the API decides again with a `seen` that includes it (`decideOn`).
 */
export class PassedOver extends Forestalled {
  constructor(
    code: (typeof FORESTALLED)[number],
    words: Forestalled['words'],
    isIt: Forestalled['isIt'],
    readonly seenWith: (event: DomainEvent) => object,
    before: DoneBefore = {},
  ) {
    super(code, words, isIt, before);
  }
}

/**
 * What the act would do has been done since the author looked. It is refused, because its reason would be lost, unless the same person did
 * it: then the answer to that request was lost, and the API answers with success and writes nothing (`decideOn`).
 */
export class DoneAlready extends Forestalled {}
