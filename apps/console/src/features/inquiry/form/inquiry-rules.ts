import {
  answerInquiryBody,
  type CreateContactBody,
  createContactBody,
  type CreateHelpBody,
  createHelpBody,
  reasonBody,
} from '@throughline/contracts';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import type { ContactFields, HelpFields } from './inquiry-fields.js';

/* These rules have a file of their own, so that the pages load the schemas (zod) only when a form is used. */

export const helpResolver = schemaResolver<HelpFields, CreateHelpBody>(createHelpBody);
export const contactResolver = schemaResolver<ContactFields, CreateContactBody>(createContactBody);
export const answerResolver = schemaResolver<{ text: string }, { text: string }>(answerInquiryBody);
export const closeResolver = schemaResolver<{ reason: string }, { reason: string }>(reasonBody);
