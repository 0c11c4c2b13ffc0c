import { CONTACT_TYPES, HELP_TYPES } from '@throughline/domain';
import { z } from 'zod';
import { language } from '../account/account.contract.js';
import { feedPosition, listQuery } from '../envelope.contract.js';
import { PAGE_SIZE } from '../search/list-address.js';
import { asSeen, reasonBody, requiredChoice, requiredEmail, requiredLines, requiredText } from '../order/fields.js';
import { wholeNumber } from '../search/whole-number.js';

/* Messages to the provider (access specification, sections 2, 3 and 5): what the two forms send, and what the provider's staff read. */

const REQUEST_TYPES = Object.keys(HELP_TYPES) as (keyof typeof HELP_TYPES)[];

const sender = {
  lastName: requiredText('Last Name'),
  firstName: requiredText('First Name'),
  /** The language of the page. */
  language: language.exactOptional(),
};

/** POST /help/create. The screen asks for no subject. */
export const createHelpBody = z.object({
  type: requiredChoice('Request Type', REQUEST_TYPES),
  ...sender,
  /** Not validated, as the specification says. The person who answers sees it. */
  email: requiredText('Email'),
  subject: z.string().max(50).nullish(),
  description: requiredLines('Description', 8_000),
});
export type CreateHelpBody = z.output<typeof createHelpBody>;

/** POST /contact/create (the specification shows no path). */
export const createContactBody = z.object({
  /** The label of a type. Absent: 'Contact Us', because that form does not ask for a type. */
  type: requiredChoice('Request Type', CONTACT_TYPES).default('Contact Us'),
  ...sender,
  email: requiredEmail('Email'),
  subject: requiredText('Subject'),
  message: requiredLines('Message', 8_000),
});
export type CreateContactBody = z.output<typeof createContactBody>;

export const inquiryId = z.string().regex(/^\d{1,20}$/, 'This is not the id of a message.');

const settled = z.object({ text: z.string(), by: z.string(), at: z.string() });

export const inquiry = z.object({
  inquiryId: z.string(),
  source: z.enum(['contact', 'help']),
  type: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  email: z.string(),
  /** Whether the sender's address can receive an answer. If not, the message can only be closed. */
  canBeMailed: z.boolean(),
  subject: z.string().nullable(),
  text: z.string(),
  /** The language of the page on which it was written, and of mails about it; absent: English. */
  language: language.exactOptional(),
  /** ISO 8601, UTC, like every time here. */
  receivedAt: z.string(),
  dueAt: z.string(),
  status: z.enum(['open', 'answered', 'closed']),
  /** The last answer; null: none. `isMailed`: its link was mailed. */
  answer: settled.extend({ isMailed: z.boolean() }).nullable(),
  /** Why the message was closed without an answer; null: it was not. */
  closed: settled.nullable(),
  /** Who last reopened it, and when. `closed`: if it had been closed, why; the message itself no longer has that reason. */
  reopened: z.object({ by: z.string(), at: z.string(), closed: settled.nullable() }).exactOptional(),
});
export type Inquiry = z.infer<typeof inquiry>;

/** GET /messages: open messages by due time, or those that are done, latest first. Without rows for the count alone. */
export const listInquiriesQuery = listQuery.omit({ search: true }).extend({
  show: z.enum(['open', 'done']).default('open'),
  pageSize: wholeNumber({ most: 100 }).default(PAGE_SIZE),
});
export const inquiryList = z.object({ rows: z.array(inquiry), rowCount: z.number(), feed: feedPosition });
export type InquiryList = z.infer<typeof inquiryList>;

/**
 * `answeredAt` of the last answer that the author saw, if the message was reopened after it; null: there was none. It refuses an answer or
 * a closing by an author who has not read a later answer. A program may leave it out.
 */
const seenAnswer = asSeen({ answeredAt: z.iso.datetime().nullable() }).optional();

/** POST /messages/{id}/answer, and POST /messages/{id}/close */
export const answerInquiryBody = z.object({ text: requiredLines('Answer', 8_000), seen: seenAnswer });
export const closeInquiryBody = reasonBody.extend({ seen: seenAnswer });
export type AnswerInquiryBody = z.infer<typeof answerInquiryBody>;
export type CloseInquiryBody = z.infer<typeof closeInquiryBody>;

/**
 * POST /messages/{id}/reopen (ours). `settledAt` is when the message was answered or closed, as its author saw it last. A message that was
 * settled again since stays so.
 */
export const reopenInquiryBody = z.object({
  seen: asSeen({
    settledAt: z.iso.datetime(
      'Send in `seen` when the message was answered or closed last, as you saw it. Reload the messages first.',
    ),
  }),
});

/** GET /messages/answer/{token}: what the mailed link shows. It contains nothing of the message or its sender. */
export const inquiryAnswer = z.object({ text: z.string(), answeredAt: z.string() });
export type InquiryAnswer = z.infer<typeof inquiryAnswer>;
export const answerToken = z.string().max(100);
