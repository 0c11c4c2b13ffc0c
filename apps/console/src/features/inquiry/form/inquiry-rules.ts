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

/** The fields of both ways to settle a message; each way has one of them. */
export interface SettleFields {
  readonly text: string;
  readonly reason: string;
}
export type SettleBody = Pick<SettleFields, 'text'> | Pick<SettleFields, 'reason'>;
export const answerResolver = schemaResolver<SettleFields, SettleBody>(answerInquiryBody);
export const closeResolver = schemaResolver<SettleFields, SettleBody>(reasonBody);
