import { CUSTOM_ITEM } from '@throughline/domain';
import { z } from 'zod';
import { isNothing, optionalText, requiredCount, requiredText } from './fields.js';

/** A value that the catalogue supplies with an item: not transformed, and limited to the length that the catalogue allows. */
const given = (label: string, max: number) =>
  z
    .string({ error: ({ input }) => `${label} ${input === undefined ? 'is required.' : 'must be text.'}` })
    .max(max, `${label} is limited to ${max} characters.`);

const catalogueId = given('Item id', 50)
  .nullish()
  .transform((id) => id ?? null);

const option = z
  .object(
    {
      id: given('Option id', 50),
      name: given('Option name', 100),
      hcpcs: given('Option HCPCS', 20)
        .nullish()
        .transform((code) => code ?? null),
    },
    { error: 'Option must be an object with an id and a name, as the catalogue gives it.' },
  )
  .nullish()
  .transform((chosen) => chosen ?? null);

interface SentLine {
  readonly catalogueId?: unknown;
  readonly id?: unknown;
  readonly itemCategory?: unknown;
  readonly item?: unknown;
  readonly option?: { readonly name?: unknown } | null;
}

const idOf = (line: SentLine) => [line.catalogueId, line.id].find((id) => typeof id === 'string');

const missingIn = ({ itemCategory, item, option: chosen }: SentLine): string =>
  [!itemCategory && 'its category', !item && 'its name', chosen && !chosen.name && 'the name of its option']
    .filter(Boolean)
    .join(', ');

/**
 * A line is an item with all its fields. A caller that sends only an id gets one message that says so, besides the messages of the fields.
 */
const completeItem = z.refine<SentLine>((line) => missingIn(line) === '', {
  path: ['id'],
  error: ({ input }) => {
    const line = input as SentLine;
    return `Item "${String(idOf(line))}" must be sent as the catalogue gives it. It lacks ${missingIn(line)}.`;
  },
  when: ({ value }) => value instanceof Object && typeof idOf(value) === 'string',
});

const served = z.unknown().optional().meta({ readOnly: true });

/** What `POST /items/` returns with an item in addition to the item's own fields. It may be sent back, and is ignored. */
const SERVED_BY_CATALOGUE = { image: served, imageAlt: served, options: served };

/** Fields of an item that only get a value after the item was ordered. An order may send these fields empty; they are not recorded. */
const notYet = z
  .unknown()
  .optional()
  .refine((value) => value === false || isNothing(value), 'An order cannot set this. Leave it out, or send null.');
const NOT_YET = {
  deleted: notYet,
  stoppedReason: notYet,
  currentTask: notYet,
  lastTask: notYet,
  orderId: notYet,
  brightreeItemID: notYet,
  brightreeItemKey: notYet,
};

/**
 * What follows from the tasks and orders of an item of a referral, and its picture. It may be sent back unchanged; another value is
 * refused.
 */
export const SERVED_WITH_ITEM = {
  image: served,
  currentTask: served,
  lastTask: served,
  orderId: served,
  brightreeItemID: served,
  brightreeItemKey: served,
};

const fields = {
  catalogueId,
  // A number is not a catalogue id: in an answer for a referral, `id` is the number of the item.
  id: z.union([catalogueId, z.number().transform(() => null)], {
    error: 'Item id must be text of up to 50 characters, as the catalogue gives it.',
  }),
  itemCategory: requiredText('Category'),
  item: requiredText('Item', 100),
  option,
  hcpcs: optionalText('HCPCS', 20),
  description: optionalText('Description', 500),
  qty: requiredCount('Quantity', 9999),
};

/**
 * A line of the cart. The values of a catalogue item (category, name, HCPCS, description, option) must be those of the catalogue. An item
 * may be sent as `POST /items/` returns it, with the catalogue's id as `id`; only a custom item has no id.
 */
export const orderLine = z
  .object({ ...NOT_YET, ...fields }, { error: 'An item must be an object, as the catalogue gives it.' })
  .check(completeItem)
  .transform(({ id, catalogueId, itemCategory, item, option, hcpcs, description, qty }, context) => {
    const line = { catalogueId, itemCategory, item, option, hcpcs, description, qty };
    const ids = [...new Set([catalogueId, id].filter((given) => !isNothing(given)))];
    if (ids.length > 1 || (line.itemCategory === CUSTOM_ITEM && ids.length > 0)) {
      const message =
        ids.length > 1
          ? 'Item id and catalogueId are two items. Send one of them.'
          : 'A custom item has no id. Leave it out, or send the category that the catalogue gives with the id.';
      context.addIssue({ code: 'custom', path: ['id'], message });
      return z.NEVER;
    }
    if (line.itemCategory === CUSTOM_ITEM) return line;
    const named = { ...line, catalogueId: ids[0] ?? null };
    if (named.catalogueId !== null) return named;
    context.addIssue({ code: 'custom', path: ['id'], message: 'Item id is required, as the catalogue gives it.' });
    return z.NEVER;
  });

/** The fields that tell one item from another. */
export const comparedLine = z.object({
  catalogueId,
  item: fields.item,
  option: z.object({ id: given('Option id', 50) }).nullable(),
  description: fields.description,
});

/** `orderLine`, as the documentation shows it. */
export const documentedLine = z.object({ ...SERVED_BY_CATALOGUE, ...NOT_YET, ...fields });
