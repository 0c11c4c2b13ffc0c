import { type LookUpFields, lookUpFields } from '@throughline/contracts';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';

/** Checks a look-up by its schema. In a file of its own, so that the page does not load the schema (zod) before the form is used. */
export const lookUpResolver = schemaResolver<LookUpFields, LookUpFields>(lookUpFields);
