import { orderFormAt } from '@throughline/domain';
import { OrderFormPage } from '../features/referral/components/order-form-page.js';

/** The page of the order form with this path. Each form has its own component, so that switching forms resets the page. */
export function pageAt(path: string) {
  const form = orderFormAt(path);
  if (form === undefined) throw new Error(`There is no order form at ${path}`);
  return { Component: () => <OrderFormPage form={form} /> };
}
