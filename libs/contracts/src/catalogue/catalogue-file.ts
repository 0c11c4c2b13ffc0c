import { type Catalogue, ITEM_CATEGORIES } from '@throughline/domain';
import { z } from 'zod';
import { US_STATES, type UsState } from '../order/choices.js';
import { plainWords } from '../search/plain-words.js';
import { hasUnshowable } from '../search/typed-text.js';

/* Texts are no longer than `orderLine` allows. Objects are strict, so that a misspelt field is reported. */
const id = z.string().regex(/^[a-z0-9-]{1,50}$/, 'must be 1 to 50 of a-z, 0-9 and -.');
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasUnshowable(text), 'must be one line, without control characters.');
const name = line(100);
const hcpcs = z
  .string()
  .regex(/^[A-Z]\d{4}$/, 'must be a letter and four digits, as A4927.')
  .nullable()
  .default(null);
const unlessAll = <Entry extends z.ZodType>(entry: Entry, entries: string) =>
  z.union([z.literal('all'), z.array(entry).min(1)], { error: `must be all, or ${entries}.` });

export const catalogueFileOption = z.strictObject({ id, name, nameEs: name.optional(), hcpcs });
export const catalogueFileItem = z.strictObject({
  id,
  itemCategory: z.enum(ITEM_CATEGORIES),
  item: name,
  description: line(500),
  itemEs: name.optional(),
  descriptionEs: line(500).optional(),
  hcpcs,
  image: z
    .string()
    .regex(/^[a-z0-9-]+\.svg$/, 'must be a file name, as walker.svg.')
    .nullable()
    .default(null),
  options: z.array(catalogueFileOption).default([]),
  states: unlessAll(z.enum(Object.keys(US_STATES) as [UsState, ...UsState[]]), 'states, as AZ VA').default('all'),
  groups: unlessAll(z.int().positive(), 'numbers of groups, as 7 9').default('all'),
});

const file = z.strictObject({ items: z.array(catalogueFileItem).min(1) });

/**
 * Parses the catalogue that a provider maintains as a JSON file (fields: catalogue/README.md). Throws an Error whose one line names the item
 * and the field at fault.
 */
export function parseCatalogue(text: string): Catalogue {
  const given = parseJson(text);
  const { success, data, error } = file.safeParse(given, { error: plainWords });
  if (!success) throw new Error(faultOf(given, error.issues[0]!));
  for (const [at, { id, options }] of data.items.entries()) {
    if (data.items.findIndex((other) => other.id === id) < at) throw new Error(`item "${id}" is there twice.`);
    const again = options.find((option, n) => options.findIndex((other) => other.id === option.id) < n);
    if (again) throw new Error(`item "${id}" has the option "${again.id}" twice.`);
  }
  return data.items;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Formats a fault: `item "briefs", field hcpcs: must be …`. An item without an id is named by its number, from 1. */
function faultOf(given: unknown, { path, message, ...issue }: z.core.$ZodIssue): string {
  const [list, at, ...field] = path;
  if (list !== 'items' || typeof at !== 'number') return message;
  const { id } = (given as { items: { id?: unknown }[] }).items[at] ?? {};
  const named = typeof id === 'string' && id !== '' ? `"${id}"` : `${at + 1}`;
  if (issue.code === 'unrecognized_keys') return `item ${named} has no field ${[...field, ...issue.keys].join('.')}.`;
  // The messages of `plainWords` begin with the path, which is already part of the sentence.
  const fault = message.startsWith(path.join('.')) ? message.slice(path.join('.').length + 1) : message;
  return `item ${named}, field ${field.join('.')}: ${fault}`;
}
