export { OrderFormPage as Component } from '../features/referral/components/order-form-page.js';
