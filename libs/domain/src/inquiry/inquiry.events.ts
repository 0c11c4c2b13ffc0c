import type { DomainEvent } from '../kernel/event.js';
import type { Language } from '../kernel/language.js';
import type { SomeEventWords } from '../kernel/words.js';

/*
 * A message that somebody sends to the provider by Contact Us or Help & Suggestions. Stored for ever. Never change the meaning of a field:
 * add a schema version and an upcaster. Stream: inquiry-{inquiryId}.
 */

/** The request types of Help & Suggestions, with their labels (access specification, section 2). */
export const HELP_TYPES = { Assistance: 'Assistance Needed', Suggestion: 'Suggestion', Other: 'Other' } as const;

/** The type labels of a message sent by Contact Us: that of its form, and those of requests. */
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
    /** A request type; for Contact Us a type label. */
    readonly type: string;
    readonly lastName: string;
    readonly firstName: string;
    /** As typed by the sender. Help & Suggestions does not validate it. */
    readonly email: string;
    readonly canBeMailed: boolean;
    readonly subject: string | null;
    readonly text: string;
    /** The language of the page on which it was written; absent: English. */
    readonly language?: Language;
    /** ISO 8601, UTC, like every time here. */
    readonly receivedAt: string;
    /** The first overdue instant. */
    readonly dueAt: string;
  }
>;

/** The provider was mailed that a message has arrived. */
export type InquiryAnnounced = DomainEvent<
  'InquiryAnnounced',
  { readonly inquiryId: string; readonly messageId: string; readonly sentAt: string }
>;

export type InquiryAnswered = DomainEvent<
  'InquiryAnswered',
  {
    readonly inquiryId: string;
    readonly text: string;
    /** A token of the mailed link, with which the answer can be opened without a sign-in. */
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

/** The message was closed without an answer from the portal: it was settled by phone, or needs no answer. */
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
