export { CheckStatusPage as Component } from '../features/referral/check-status/check-status-page.js';
