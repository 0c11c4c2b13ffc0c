import { SavedViews } from '../features/account/components/saved-views.js';
import { ReferralListPage } from '../features/referral/components/referral-list-page.js';
import { RequireSignIn } from '../session/require-sign-in.js';

export function Component() {
  return (
    <RequireSignIn title="Referrals">
      <ReferralListPage views={<SavedViews screen="referrals" />} />
    </RequireSignIn>
  );
}
