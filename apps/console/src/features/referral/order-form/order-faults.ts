import { asksForBaby } from '@throughline/contracts';
import { type KnownOrderForm, nameOfItem, type OrderForm, type OrderFormSection } from '@throughline/domain';
import {
  type FieldErrors,
  type FieldPath,
  get,
  type Resolver,
  useFormContext,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { SummaryFault } from '../../../ui/fields/error-summary.js';
import { type Fault, fieldId } from '../../../ui/fields/field-faults.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';
import { itemsQuery, offeredSomewhereQuery } from '../queries.js';
import { idsOf, notOffered } from './cart.js';
import type { CartLine, OrderDraft } from './order-draft.js';
import type { OfferedSomewhere, OfferIn } from './validate-order.js';

const useTexts = textsOf('order-form', english);

/** The fields of each section, by their paths. Of `memberInfo` the fields of other sections than Member are named. */
export const FIELDS_OF = {
  referrer: ['referralInfo', 'uhcCodes'],
  member: ['memberInfo'],
  address: ['memberInfo.address1', 'memberInfo.address2', 'memberInfo.city', 'memberInfo.state', 'memberInfo.zip'],
  clinical: ['memberInfo.height', 'memberInfo.weight', 'memberInfo.allergies', 'memberInfo.diag'],
  insurance: ['insuranceInfo'],
  items: ['items', 'customItem'],
  baby: ['babyInfo'],
  physician: ['physicianInfo'],
  attachments: ['fileNames'],
  additional: ['otherInfo'],
} as const satisfies Readonly<Record<OrderFormSection, readonly FieldPath<OrderDraft>[]>>;

const SECTION_OF = Object.fromEntries(
  Object.entries(FIELDS_OF).flatMap(([section, paths]) => paths.map((path) => [path, section as OrderFormSection])),
);

export const sectionOf = (path: string): OrderFormSection | undefined => {
  const [part = '', field] = path.split('.');
  return SECTION_OF[`${part}.${field}`] ?? SECTION_OF[part];
};

/** What every order needs. Another section is required by its form or by its cart, or is optional. */
const ALWAYS = ['referrer', 'member', 'address', 'insurance', 'items'] as const satisfies readonly OrderFormSection[];

/** Baby is required wherever it is shown. */
export type FoldableSection = Exclude<OrderFormSection, (typeof ALWAYS)[number] | 'baby'>;

export const isRequired = (form: OrderForm, section: OrderFormSection, items: readonly CartLine[]): boolean =>
  ALWAYS.some((required) => required === section) ||
  form.required.some((required) => required === section) ||
  (section === 'baby' && asksForBaby(form, items));

/** Whether a section can be one line: none of its fields is ever required. */
export const isFoldable = (form: OrderForm, section: OrderFormSection): section is FoldableSection =>
  section !== 'baby' && !isRequired(form, section, []);

/**
 * Entries for the error summary. Several sections have fields with the same label, and every line of the cart has a quantity, so each message
 * is preceded by its section, as it is headed, or its item. `items` is the cart at the submit.
 */
export const summaryOf = (
  faults: readonly Fault[],
  items: readonly CartLine[],
  headingOf: (section: OrderFormSection) => string,
): readonly SummaryFault[] =>
  faults.map(({ path, message }) => {
    const [part = '', index = ''] = path.split('.');
    const line = part === 'items' ? items[Number(index || NaN)] : undefined;
    const section = sectionOf(path);
    const within = [section && headingOf(section), line && nameOfItem(line)].filter((name) => name !== undefined);
    return { id: fieldId(path), within, message };
  });

/**
 * What is left of the faults of the last submit (`submitted`), by the present errors of the fields. Those of the cart are the present ones
 * (`cart`), because its lines change their places.
 */
export function openFaults(
  submitted: readonly Fault[],
  errors: FieldErrors<OrderDraft>,
  cart: readonly Fault[],
): readonly Fault[] {
  const first = submitted.findIndex(isOfCart);
  const isOpen = (fault: Fault) =>
    !isOfCart(fault) && (get(errors, fault.path) as { readonly message?: string } | undefined)?.message !== undefined;
  if (first < 0) return submitted.filter(isOpen);
  return [...submitted.slice(0, first).filter(isOpen), ...cart, ...submitted.slice(first).filter(isOpen)];
}

const isOfCart = ({ path }: Fault): boolean => path === 'items' || path.startsWith('items.');

/** The entries of the summary that are left to fix. */
export function useOpenFaults(form: KnownOrderForm, submitted: readonly Fault[]): readonly SummaryFault[] {
  const t = useTexts();
  const { getValues } = useFormContext<OrderDraft>();
  const { errors } = useFormState<OrderDraft>();
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  const state = useWatch<OrderDraft, 'memberInfo.state'>({ name: 'memberInfo.state' });
  const { data: offered } = useQuery(itemsQuery(form, state));
  const { data: somewhere } = useQuery(offeredSomewhereQuery(form, idsOf(notOffered(items, offered))));
  const hasCart = submitted.some(isOfCart);
  const rules = useOrderRules(hasCart);
  if (submitted.length === 0) return [];
  const asked = submitted.filter(({ path }) => !path.startsWith('babyInfo') || asksForBaby(form, items));
  const cart =
    hasCart && rules
      ? rules.faultsOf(
          form,
          getValues(),
          () => offered,
          () => somewhere,
        )
      : submitted;
  return summaryOf(openFaults(asked, errors, cart.filter(isOfCart)), items, t);
}

export function asFieldErrors(faults: readonly Fault[]): FieldErrors<OrderDraft> {
  const errors: Record<string, unknown> = {};
  for (const { path, message } of faults) {
    const steps = path.split('.');
    const last = steps.pop() ?? path;
    let place = errors;
    for (const step of steps) place = (place[step] ??= {}) as Record<string, unknown>;
    const held = place[last] as object | undefined;
    place[last] = last === 'items' && held !== undefined ? held : { ...held, type: 'rule', message };
  }
  return errors as FieldErrors<OrderDraft>;
}

/*
 * The rules of an order and their schemas are a third of the form's code, and are not needed before a field is left. They are loaded when
 * the first field gets the focus.
 */

export type OrderRules = typeof import('./validate-order.js');

const rulesAtom = atom<OrderRules | null>(null);

/** Loads the rules. Rejects if that fails; the next call tries again. */
export async function loadOrderRules(): Promise<OrderRules> {
  const rules = await import('./validate-order.js');
  getDefaultStore().set(rulesAtom, rules);
  return rules;
}

/** The rules for rendering; null: not loaded. `wanted` loads them. */
export function useOrderRules(wanted: boolean): OrderRules | null {
  const rules = useAtomValue(rulesAtom);
  useEffect(() => {
    if (wanted) void loadOrderRules().catch(() => undefined);
  }, [wanted]);
  return rules;
}

/** Validates the order once the rules are loaded. Before that no field has an error, and Submit waits for the rules. */
export const orderResolver =
  (form: KnownOrderForm, offerIn: OfferIn, somewhere: OfferedSomewhere): Resolver<OrderDraft, unknown, OrderDraft> =>
  async (draft) => {
    const rules = await loadOrderRules().catch(() => null);
    const faults = rules?.faultsOf(form, draft, offerIn, somewhere) ?? [];
    return faults.length === 0 ? { values: draft, errors: {} } : { values: {}, errors: asFieldErrors(faults) };
  };
