import type { OfferedItem, OrderViolation } from './order/order-rules.js';
import type { OrderedItem } from './order/order.js';

type Named = Pick<OrderedItem, 'catalogueId' | 'itemCategory' | 'item' | 'option' | 'hcpcs' | 'description'>;

/**
 * Violations for items, and their options, whose name differs from the one that the catalogue has for their id: the sender means another
 * item, or knows an older catalogue. Only the first difference of each item is named. Case and blanks do not count, and absent or empty
 * fields are not compared.
 */
export function namingViolations(items: readonly Named[], offered: readonly OfferedItem[]): readonly OrderViolation[] {
  return items.flatMap((item) => {
    const offer = offered.find(({ id }) => id === item.catalogueId);
    const wrong = offer && differenceOf(item, offer);
    if (!wrong) return [];
    const { label, ours, sent } = wrong;
    const message = `${item.item} is in the catalogue with another ${label}: ${quoted(ours)}, not ${quoted(sent)}. Remove it, and add it again.`;
    return [{ code: 'order/item-named-otherwise', message } as const];
  });
}

function differenceOf({ itemCategory, item, hcpcs, description, option }: Named, offer: OfferedItem) {
  const chosen = offer.options.find(({ id }) => id === option?.id);
  const compared: readonly (readonly [label: string, sent: string | null, ...ours: (string | null | undefined)[]])[] = [
    ['name', item, offer.item],
    ['category', itemCategory, offer.itemCategory],
    // An item is shown with the code of its option if that option has its own code.
    ['HCPCS', hcpcs, offer.hcpcs, chosen?.hcpcs],
    ['description', description, offer.description],
    ...(chosen && option
      ? ([
          ['option name', option.name, chosen.name],
          ['HCPCS of the option', option.hcpcs, chosen.hcpcs, offer.hcpcs],
        ] as const)
      : []),
  ];
  const wrong = compared.find(([, sent, ...ours]) => folded(sent) !== '' && !ours.map(folded).includes(folded(sent)));
  return wrong && { label: wrong[0], sent: wrong[1], ours: wrong.slice(2).find((word) => folded(word) !== '') ?? null };
}

const folded = (word: string | null | undefined): string =>
  (word ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
const quoted = (word: string | null): string => (word === null ? 'none' : `"${word.trim()}"`);

/** The item with the names that the catalogue has for its id. */
export function inCatalogueWords(item: OrderedItem, offered: readonly OfferedItem[]): OrderedItem {
  const offer = offered.find(({ id }) => id === item.catalogueId);
  if (!offer) return item;
  return {
    ...item,
    itemCategory: offer.itemCategory,
    item: offer.item,
    description: offer.description,
    hcpcs: offer.hcpcs,
    ...(offer.image && { image: offer.image }),
    option: offer.options.find(({ id }) => id === item.option?.id) ?? null,
  };
}
