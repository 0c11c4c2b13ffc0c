import { CONTACT_TYPES, HELP_TYPES } from '@throughline/domain';
import { z } from 'zod';
import { language } from '../account/account.contract.js';
import { feedPosition, listQuery } from '../envelope.contract.js';
import { PAGE_SIZE } from '../search/list-address.js';
import { asSeen, reasonBody, requiredChoice, requiredEmail, requiredLines, requiredText } from '../order/fields.js';
import { wholeNumber } from '../search/whole-number.js';

/* Messages to the provider (access specification, sections 2, 3 and 5): what the two forms send, and what the provider's people read. */

const REQUEST_TYPES = Object.keys(HELP_TYPES) as (keyof typeof HELP_TYPES)[];

const sender = {
  lastName: requiredText('Last Name'),
  firstName: requiredText('First Name'),
  /** Of the page. */
  language: language.exactOptional(),
};

/** POST /help/create. The screen collects no subject. */
export const createHelpBody = z.object({
  type: requiredChoice('Request Type', REQUEST_TYPES),
  ...sender,
  /** Its form is not checked, as specified: whoever answers sees it. */
  email: requiredText('Email'),
  subject: z.string().max(50).nullish(),
  description: requiredLines('Description', 8_000),
});
export type CreateHelpBody = z.output<typeof createHelpBody>;

/** POST /contact/create (the specification shows no path). */
export const createContactBody = z.object({
  /** A label; that of the form, which asks for none, if it is left out. */
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
  /** Otherwise it can only be closed. */
  canBeMailed: z.boolean(),
  subject: z.string().nullable(),
  text: z.string(),
  /** Of the page on which it was written, and of its mails; absent: English. */
  language: language.exactOptional(),
  /** ISO 8601, UTC, as every time in here. */
  receivedAt: z.string(),
  dueAt: z.string(),
  status: z.enum(['open', 'answered', 'closed']),
  /** The last answer; null: none. `isMailed`: its link went out. */
  answer: settled.extend({ isMailed: z.boolean() }).nullable(),
  /** Why it was closed without one; null: it was not. */
  closed: settled.nullable(),
  /** Who opened it again last, and when. `closed`: why it had been closed, if it was, as the message itself says it no longer. */
  reopened: z.object({ by: z.string(), at: z.string(), closed: settled.nullable() }).exactOptional(),
});
export type Inquiry = z.infer<typeof inquiry>;

/** GET /messages: the open ones, due first; or those that are done, the last first. Without rows for the count alone. */
export const listInquiriesQuery = listQuery.omit({ search: true }).extend({
  show: z.enum(['open', 'done']).default('open'),
  pageSize: wholeNumber({ most: 100 }).default(PAGE_SIZE),
});
export const inquiryList = z.object({ rows: z.array(inquiry), rowCount: z.number(), feed: feedPosition });
export type InquiryList = z.infer<typeof inquiryList>;

/**
 * `answeredAt`: of the last answer that the author saw, if the message was reopened after it; null: there was none. What was answered since is not
 * answered or closed unread. A program may leave it out.
 */
const seenAnswer = asSeen({ answeredAt: z.iso.datetime().nullable() }).optional();

/** POST /messages/{id}/answer, and POST /messages/{id}/close */
export const answerInquiryBody = z.object({ text: requiredLines('Answer', 8_000), seen: seenAnswer });
export const closeInquiryBody = reasonBody.extend({ seen: seenAnswer });
export type AnswerInquiryBody = z.infer<typeof answerInquiryBody>;
export type CloseInquiryBody = z.infer<typeof closeInquiryBody>;

/** POST /messages/{id}/reopen (ours). `settledAt`: of the last answer, or of the closing, whichever the author saw last. What was settled again stays so. */
export const reopenInquiryBody = z.object({
  seen: asSeen({
    settledAt: z.iso.datetime(
      'Send in `seen` when the message was answered or closed last, as you saw it. Reload the messages first.',
    ),
  }),
});

/** GET /messages/answer/{token}: what the mailed link shows, and nothing of the message or its sender. */
export const inquiryAnswer = z.object({ text: z.string(), answeredAt: z.string() });
export type InquiryAnswer = z.infer<typeof inquiryAnswer>;
export const answerToken = z.string().max(100);
