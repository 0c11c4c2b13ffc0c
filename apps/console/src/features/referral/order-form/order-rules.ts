import type { KnownOrderForm } from '@throughline/domain';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Resolver } from 'react-hook-form';
import { asFieldErrors } from './faults.js';
import type { OrderDraft } from './order-draft.js';
import type { OfferIn } from './validate-order.js';

/*
 * The rules of an order and their schemas are a third of the form's code, and nothing is checked before a field is left. They are loaded
 * when the first field gets the focus.
 */

type OrderRules = typeof import('./validate-order.js');

const rulesAtom = atom<OrderRules | null>(null);

/** Rejects if they could not be loaded; the next call tries again. */
export async function loadOrderRules(): Promise<OrderRules> {
  const rules = await import('./validate-order.js');
  getDefaultStore().set(rulesAtom, rules);
  return rules;
}

/** The rules, for rendering: null until they are loaded. `wanted` loads them. */
export function useOrderRules(wanted: boolean): OrderRules | null {
  const rules = useAtomValue(rulesAtom);
  useEffect(() => {
    if (wanted) void loadOrderRules().catch(() => undefined);
  }, [wanted]);
  return rules;
}

/** Checks the order once the rules are loaded. Before that a field has no error, and Submit waits for the rules. */
export const orderResolver =
  (form: KnownOrderForm, offerIn: OfferIn): Resolver<OrderDraft, unknown, OrderDraft> =>
  async (draft) => {
    const rules = await loadOrderRules().catch(() => null);
    const faults = rules?.faultsOf(form, draft, offerIn) ?? [];
    return faults.length === 0 ? { values: draft, errors: {} } : { values: {}, errors: asFieldErrors(faults) };
  };
