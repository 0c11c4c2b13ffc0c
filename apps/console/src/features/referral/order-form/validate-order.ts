import { type ItemsByCategory, ORDERS, type OrderToSend } from '@throughline/contracts';
import type { KnownOrderForm } from '@throughline/domain';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { brokenRules, notAvailableIn, notOffered, stateNamed } from './cart.js';
import type { OrderDraft } from './order-draft.js';

export interface Fault {
  /** Dotted, as the API's `errors` names it: `memberInfo.lastName`, `items`, `items.0.qty`. */
  readonly path: string;
  readonly message: string;
}

/** What is offered for a member of a state; undefined while that is not known. */
export type OfferIn = (state: string) => ItemsByCategory | undefined;

/**
 * Every fault of a draft, field rules first, then the rules over the cart, then each line that cannot be sent where the member lives;
 * the first message of a path wins.
 */
export function faultsOf(form: KnownOrderForm, draft: OrderDraft, offerIn: OfferIn): readonly Fault[] {
  const parsed = ORDERS[form.id].safeParse(draft);
  const faults = (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: fieldOf(path), message }));
  const cart = brokenRules(draft.items, form).map(({ message }) => ({ path: 'items', message }));
  const { state } = draft.memberInfo;
  const elsewhere = notOffered(draft.items, offerIn(state)).map((line) => ({
    path: `items.${draft.items.indexOf(line)}.qty`,
    message: notAvailableIn(stateNamed(state)),
  }));
  const waiting =
    draft.customItem.name.trim() === ''
      ? []
      : [{ path: 'customItem.name', message: 'Add the custom item to the order, or clear it.' }];
  const seen = new Set<string>();
  return [...faults, ...cart, ...elsewhere, ...waiting].filter(({ path, message }) => {
    const key = path === 'items' ? `${path} ${message}` : path;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** A line of the cart has one field, its quantity: it stands for whatever is wrong with the line. */
const fieldOf = (path: readonly PropertyKey[]): string => path.join('.').replace(/^(items\.\d+)\..*/, '$1.qty');

/** Faults as react-hook-form nests them. */
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

export const orderResolver =
  (form: KnownOrderForm, offerIn: OfferIn): Resolver<OrderDraft, unknown, OrderDraft> =>
  (draft) => {
    const faults = faultsOf(form, draft, offerIn);
    return faults.length === 0 ? { values: draft, errors: {} } : { values: {}, errors: asFieldErrors(faults) };
  };

/** The order to send, but for what a look-up gave; only for a draft without faults. */
export const parseOrder = (form: KnownOrderForm, draft: OrderDraft): OrderToSend => ({
  form: form.id,
  ...ORDERS[form.id].parse(draft),
});
