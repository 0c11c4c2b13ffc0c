import { orderFormAt } from '@throughline/domain';
import { LookUpStep, OrderFormPage } from '../features/referral/order-form/order-form-page.js';

/** The page of the order form with this path. Each form has its own component, so that switching forms resets the page. */
export async function pageAt(path: string) {
  const form = orderFormAt(path);
  if (form === undefined) throw new Error(`There is no order form at ${path}`);
  // Few forms begin with a look-up, so the others do not load it.
  if (form.lookUp !== null) await LookUpStep.load();
  return { Component: () => <OrderFormPage form={form} /> };
}
