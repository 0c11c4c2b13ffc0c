import type { KnownOrderForm } from '@throughline/domain';
import { OrderFormPage } from '../features/referral/components/order-form-page.js';

/** The route of an order form. Each form has a component of its own, so that going from one to another begins afresh. */
export const pageOf = (form: KnownOrderForm) => ({ Component: () => <OrderFormPage form={form} /> });
