import { type LookUpFields, lookUpFields } from '@throughline/contracts';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';

/** This rule has a file of its own, so that the page loads the schema (zod) only when the form is used. */
export const lookUpResolver = schemaResolver<LookUpFields, LookUpFields>(lookUpFields);
