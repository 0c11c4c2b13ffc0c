import { type CheckStatusBody, type CheckStatusFields, checkStatusBody } from '@throughline/contracts';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';

/** This rule has a file of its own, so that the page loads the schema (zod) only when the form is used. */
export const checkStatusResolver = schemaResolver<CheckStatusFields, CheckStatusBody>(checkStatusBody);
