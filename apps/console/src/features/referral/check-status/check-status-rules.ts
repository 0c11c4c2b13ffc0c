import { type CheckStatusBody, type CheckStatusFields, checkStatusBody } from '@throughline/contracts';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';

/** In a file of its own, so that the page does not load the schema (zod) before the form is used. */
export const checkStatusResolver = schemaResolver<CheckStatusFields, CheckStatusBody>(checkStatusBody);
