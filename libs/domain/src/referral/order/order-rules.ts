import { CUSTOM_ITEM, type ItemCategory } from '../../kernel/terms.js';
import type { OrderForm, Payor } from './order-forms.js';
import { type Order, type OrderedItem, UHC_SOURCE } from './order.js';

/** Lines of one order, including those that were removed from it. */
export const MOST_ITEMS = 200;

/** A broken rule about what is ordered. */
export interface OrderViolation {
  readonly code: `order/${string}`;
  /** The message, in the specification's words. */
  readonly message: string;
}

type CountedLine = Pick<OrderedItem, 'itemCategory' | 'qty'>;

/**
 * The rules of this form that these items break, in the order in which a form should show them; `[]` if they may be sent. Form, cart and
 * API all ask this function (ordering specification, section 5).
 */
export function itemViolations(
  items: readonly CountedLine[],
  { itemCategory, limits }: Pick<OrderForm, 'itemCategory' | 'limits'>,
): readonly OrderViolation[] {
  if (items.length === 0) return [NO_ITEMS];
  const broken: OrderViolation[] = [];
  if (!items.every(isCounted)) broken.push(QUANTITY_NOT_WHOLE);
  if (itemCategory !== null && inCategory(items, itemCategory).length < items.length) broken.push(only(itemCategory));
  for (const { most, least, code, message, ...limit } of limits) {
    const limited = inCategory(items, limit.itemCategory);
    // What a quantity that is no number of pieces comes to is not known.
    if (limited.length <= most && !limited.every(isCounted)) continue;
    if (limited.length > most || pieces(limited) > most) broken.push({ code, message });
    else if (least && pieces(limited) < least.pieces) broken.push({ code: least.code, message: least.message });
  }
  return broken;
}

const NO_ITEMS: OrderViolation = { code: 'order/no-items', message: 'At least 1 item must be selected' };
/** A form shows it beside the line that breaks it. */
export const QUANTITY_NOT_WHOLE: OrderViolation = {
  code: 'order/quantity-not-whole',
  message: 'Quantity must be a whole number of at least 1.',
};
export const UHC_CODES_OF_SOURCE: OrderViolation = {
  code: 'order/uhc-codes-of-other-source',
  message: `UHC Codes belong to the source '${UHC_SOURCE}'.`,
};

/** The words of refusals for values that a form fixes, for orders and for corrections. */
export const FIXED_ON_FORM = {
  value: (label: string, value: string | null) => `${label} is ${value} on this order form. Leave it out.`,
  noPlan: 'This order form has no plan. Leave it out.',
  insuranceType: ({ name }: Payor) =>
    `Members of ${name} have Medicaid through it: this order form takes no other insurance type.`,
};

type InsuranceType = Order['insuranceInfo']['insuranceType'];
const isMedicaidAlone = ({ medicare, medicaid, commercial }: InsuranceType): boolean =>
  medicaid && !medicare && !commercial;

/** Values of fields that a payor's form fixes; an absent or null value stays as it is. */
export interface FixedValues {
  readonly company?: string | null | undefined;
  readonly plan?: string | null | undefined;
  readonly insuranceType?: InsuranceType | undefined;
}

/** Violations `order/fixed-by-form` for values that differ from what the form fixes. */
export function fixedViolations(
  { company, plan, insuranceType }: FixedValues,
  { payor }: Pick<OrderForm, 'payor'>,
): readonly OrderViolation[] {
  const broken = (message: string): OrderViolation => ({ code: 'order/fixed-by-form', message });
  const hasPlan = plan !== undefined && plan !== null;
  if (payor === null) return hasPlan ? [broken(FIXED_ON_FORM.noPlan)] : [];
  // The company of the payor has the same name as the plan.
  const { name } = payor;
  return [
    ...(company !== undefined && company !== null && company !== name
      ? [broken(FIXED_ON_FORM.value('Company', name))]
      : []),
    ...(hasPlan && plan !== payor.name ? [broken(FIXED_ON_FORM.value('Plan', payor.name))] : []),
    ...(insuranceType && !isMedicaidAlone(insuranceType) ? [broken(FIXED_ON_FORM.insuranceType(payor))] : []),
  ];
}

const only = (category: ItemCategory): OrderViolation => ({
  code: 'order/category-not-on-form',
  message: `Only items of category ${category} can be ordered on this form`,
});

const inCategory = (items: readonly CountedLine[], category: ItemCategory) =>
  items.filter(({ itemCategory }) => itemCategory === category);
const isCounted = ({ qty }: CountedLine): boolean => Number.isInteger(qty) && qty >= 1;
const pieces = (items: readonly CountedLine[]) => items.reduce((sum, { qty }) => sum + qty, 0);

/** Categories that make the baby section required, on a form that has it. */
export const BABY_CATEGORIES: readonly string[] = ['Breast Pump', 'Pregnancy Rewards'] satisfies ItemCategory[];

/** The fields of a catalogue item that the rules read. */
export interface OfferedItem {
  readonly id: string;
  readonly itemCategory: string;
  readonly item: string;
  readonly hcpcs: string | null;
  readonly description: string;
  /** The file of its picture; null or absent: it has none. */
  readonly image?: string | null;
  readonly options: readonly { readonly id: string; readonly name: string; readonly hcpcs: string | null }[];
}

/** The fields of an ordered item that identify it. */
type ChosenItem = Pick<OrderedItem, 'catalogueId' | 'itemCategory' | 'item'> & {
  readonly option: { readonly id: string; readonly name: string } | null;
};

/**
 * Violations for items that cannot be sent to the member, and for options that are missing or unknown. A custom item is offered everywhere.
 * `offered` is what the catalogue offers in the state (two letters) to the group of the order.
 */
export function offerViolations(
  items: readonly ChosenItem[],
  offered: readonly OfferedItem[],
  state: string,
): readonly OrderViolation[] {
  return items.flatMap((item): OrderViolation[] => {
    if (isCustom(item)) return item.option ? [unknownOption(item)] : [];
    const offer = offered.find(({ id }) => id === item.catalogueId);
    if (!offer) {
      return [
        {
          code: 'order/item-not-offered',
          message: `${item.item} cannot be ordered here for a member in ${state}. Remove it and submit again.`,
        },
      ];
    }
    if (!item.option) {
      return offer.options.length === 0
        ? []
        : [{ code: 'order/option-required', message: `An option of ${offer.item} must be selected` }];
    }
    return offer.options.some(({ id }) => id === item.option?.id) ? [] : [unknownOption(item)];
  });
}

const isCustom = ({ catalogueId, itemCategory }: ChosenItem) => catalogueId === null && itemCategory === CUSTOM_ITEM;
const unknownOption = ({ item, option }: ChosenItem): OrderViolation => ({
  code: 'order/option-not-offered',
  message: `${item} is not offered with the option ${option?.name}. Choose another and submit again.`,
});
