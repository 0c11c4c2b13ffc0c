export { CheckStatusPage as Component } from '../features/referral/components/check-status-page.js';
