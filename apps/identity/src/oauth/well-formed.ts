import type { z } from 'zod';
import { invalidRequest } from './oauth-error.js';

/** The parameters, as the schema reads them; `invalid_request` names the first that is missing, doubled or malformed. */
export function wellFormed<Schema extends z.ZodType>(schema: Schema, parameters: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(parameters ?? {});
  if (parsed.success) return parsed.data;
  throw invalidRequest(`The request parameter '${String(parsed.error.issues[0]?.path[0])}' is missing or invalid.`);
}
