import { z } from 'zod';
import { invalidField } from './okta-error.js';

/** Whether the database can store the text: it accepts no NUL and no unpaired surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Text of a request that may be stored in the database. */
export const storableText = (longest: number) => z.string().max(longest).refine(isStorable, 'is no text');

/** A whole number in a query, in plain decimal digits: `Number` would also read `0x10`, `1e3`, a blank and an empty text. */
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int().min(least).max(most));

/** A boolean parameter of a query. Throws E0000001 for any other value, so that it is not taken for one of the two. */
export function queryFlag(query: Readonly<Record<string, unknown>>, name: string, byDefault: boolean): boolean {
  const given = query[name] ?? String(byDefault);
  if (given === 'true' || given === 'false') return given === 'true';
  throw invalidField(name, [`The '${name}' parameter must be true or false.`]);
}
