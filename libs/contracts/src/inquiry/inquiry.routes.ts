import { z } from 'zod';
import {
  answerInquiryBody,
  closeInquiryBody,
  answerToken,
  createContactBody,
  createHelpBody,
  inquiryAnswer,
  inquiryId,
  inquiryList,
  listInquiriesQuery,
  reopenInquiryBody,
} from './inquiry.contract.js';
import { route } from '../route/route.js';

const SETTLING = { 409: ['inquiry/not-found', 'inquiry/not-open'] } as const;

export const inquiryRoutes = {
  createHelp: route('POST /help/create', {
    summary: 'Help & Suggestions: send a request. Rate limited by address.',
    who: 'anyone',
    body: createHelpBody,
    answer: z.null(),
    status: 201,
    idempotent: true,
    meanwhile: 'addition',
  }),
  createContact: route('POST /contact/create', {
    summary: 'Contact Us: send a message. Rate limited by address.',
    who: 'anyone',
    body: createContactBody,
    answer: z.null(),
    status: 201,
    idempotent: true,
    meanwhile: 'addition',
  }),
  list: route('GET /messages', {
    summary: "The provider's people: messages of Contact Us and Help & Suggestions, open or done.",
    who: 'seesQueue',
    query: listInquiriesQuery,
    answer: inquiryList,
  }),
  answer: route('POST /messages/{id}/answer', {
    summary: 'Staff: answer a message. Its sender is mailed a link to the answer.',
    who: 'worksTasks',
    params: { id: inquiryId },
    body: answerInquiryBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: [...SETTLING[409], 'inquiry/settled-again', 'inquiry/no-address'] },
  }),
  close: route('POST /messages/{id}/close', {
    summary: 'Staff: close a message without an answer from the portal.',
    who: 'worksTasks',
    params: { id: inquiryId },
    body: closeInquiryBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: [...SETTLING[409], 'inquiry/settled-again'] },
  }),
  reopen: route('POST /messages/{id}/reopen', {
    summary: 'Staff: open a message again that was answered or closed as seen.',
    who: 'worksTasks',
    params: { id: inquiryId },
    body: reopenInquiryBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: { 409: ['inquiry/not-found', 'inquiry/not-settled', 'inquiry/settled-again'] },
  }),
  readAnswer: route('GET /messages/answer/{token}', {
    summary: 'The answer behind a mailed link, for 30 days. Rate limited.',
    who: 'anyone',
    limit: 'lookUp',
    params: { token: answerToken },
    answer: inquiryAnswer,
    refusals: { 404: ['answer/not-found'] },
  }),
} as const;
