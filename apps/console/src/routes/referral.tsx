export { ReferralDetailPage as Component } from '../features/referral/detail/referral-detail-page.js';
