import type { Change } from './changes-in-words.js';
import { DomainError } from './decider.js';
import type { DomainEvent } from './event.js';

/* Acts that are not possible, or would pass over something, since somebody else was faster. See docs/decisions/0111. */

/** The refusals that the API words with the name of the person who was faster, beside every `{noun}/changed-meanwhile`. */
const FORESTALLED = [
  'account/deactivated',
  'catalogue/activated',
  'catalogue/compared-with-another',
  'catalogue/not-planned',
  'eligibility-import/not-running',
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

/** Whether a refusal is not kept as the outcome of its key, because its words may name a person. Every other one is. */
export const namesAPerson = (code: string): boolean =>
  /^[a-z-]+\/changed-meanwhile$/.test(code) || FORESTALLED.some((one) => one === code);

/** The words for an item of a referral: as its order names it. */
export type ItemName = (itemId: number) => string;

/** Where the order is not known. */
export const itemNumber: ItemName = (itemId) => `Item ${itemId}`;

/** Of the event that made an act impossible. */
interface DoneBefore {
  /** Of the stream that has the event; left out: those of the act. */
  readonly id?: string | undefined;
  readonly category?: string;
  /**
   * Whether the subject was, after an event of the stream, as the author says that they saw it. Without such an event it never was, and who acted, and
   * when, is not said. Left out: it was.
   */
  readonly wasSeen?: ((event: DomainEvent) => boolean) | undefined;
}

/**
 * The act is not possible any more since somebody else acted, whom its author could not see. The API says by whom and when: `isIt` finds the last
 * event that did it, in the stream of the act or in another. Not kept as the outcome, as its words are personal data.
 */
export class Forestalled extends DomainError {
  constructor(
    code: (typeof FORESTALLED)[number],
    /** Null: it is not known who did it. */
    readonly words: (change: Change | null, nameOf: ItemName) => string,
    /** Asked of each event of the stream once, in their order. */
    readonly isIt: (event: DomainEvent) => boolean,
    readonly before: DoneBefore = {},
  ) {
    super(code, words(null, itemNumber));
  }
}

/**
 * The act would pass over what was done since its author looked. What they did themself they know, although their page may not show it yet: then
 * the API decides again, with the `seen` of an author who knows of the event (`decideOn`).
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
 * What the act is to do has been done since its author looked. The reason of the act would be lost, so it is refused, unless the same person did
 * it: then the answer to that request was lost, and the API answers with success and writes nothing (`decideOn`).
 */
export class DoneAlready extends Forestalled {}
