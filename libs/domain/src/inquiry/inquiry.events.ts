import type { DomainEvent } from '../kernel/event.js';
import type { Language } from '../kernel/language.js';
import type { SomeEventWords } from '../kernel/words.js';

/*
 * A message of somebody to the provider, by Contact Us or by Help & Suggestions. Stored for ever. Never change the meaning of a field: add a
 * schema version and an upcaster.
 * Stream: inquiry-{inquiryId}.
 */

/** The request types of Help & Suggestions, with their labels (access specification, section 2). */
export const HELP_TYPES = { Assistance: 'Assistance Needed', Suggestion: 'Suggestion', Other: 'Other' } as const;

/** The type labels of a message by Contact Us: that of its form, and those of requests. */
export const CONTACT_TYPES = ['Contact Us', ...Object.values(HELP_TYPES)] as const;

/** One of the provider's people. */
export interface Answerer {
  readonly userId: string;
  readonly name: string;
}

export type InquirySource = 'contact' | 'help';

export type InquiryReceived = DomainEvent<
  'InquiryReceived',
  {
    readonly inquiryId: string;
    readonly source: InquirySource;
    /** A request type; of Contact Us a type label. */
    readonly type: string;
    readonly lastName: string;
    readonly firstName: string;
    /** As it was typed. Help & Suggestions does not check its form. */
    readonly email: string;
    readonly canBeMailed: boolean;
    readonly subject: string | null;
    readonly text: string;
    /** Of the page on which it was written; left out: English. */
    readonly language?: Language;
    /** ISO 8601, UTC, as every time in here. */
    readonly receivedAt: string;
    /** The first overdue instant. */
    readonly dueAt: string;
  }
>;

/** The provider was mailed that the message waits. */
export type InquiryAnnounced = DomainEvent<
  'InquiryAnnounced',
  { readonly inquiryId: string; readonly messageId: string; readonly sentAt: string }
>;

export type InquiryAnswered = DomainEvent<
  'InquiryAnswered',
  {
    readonly inquiryId: string;
    readonly text: string;
    /** Opens the answer to whoever has the mailed link. */
    readonly answerToken: string;
    readonly by: Answerer;
    readonly answeredAt: string;
  }
>;

/** The sender was mailed a link to the answer. */
export type InquiryAnswerMailed = DomainEvent<
  'InquiryAnswerMailed',
  { readonly inquiryId: string; readonly messageId: string; readonly sentAt: string }
>;

/** Closed without an answer from the portal: settled on the phone, or not to be answered. */
export type InquiryClosed = DomainEvent<
  'InquiryClosed',
  { readonly inquiryId: string; readonly reason: string; readonly by: Answerer; readonly closedAt: string }
>;

export type InquiryReopened = DomainEvent<
  'InquiryReopened',
  { readonly inquiryId: string; readonly by: Answerer; readonly reopenedAt: string }
>;

export type InquiryEvent =
  InquiryReceived | InquiryAnnounced | InquiryAnswered | InquiryAnswerMailed | InquiryClosed | InquiryReopened;

export const INQUIRY_WORDS: SomeEventWords<InquiryEvent> = {
  InquiryReceived: null,
  InquiryAnnounced: null,
  InquiryAnswered: null,
  InquiryAnswerMailed: null,
  InquiryClosed: null,
  InquiryReopened: null,
};
