export { ReferralDetailPage as Component } from '../features/referral/components/referral-detail-page.js';
