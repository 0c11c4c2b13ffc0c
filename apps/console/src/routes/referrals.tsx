import { SavedViews } from '../features/account/views/saved-views.js';
import { ReferralListPage } from '../features/referral/list/referral-list-page.js';
import { RequireSignIn } from '../session/require-sign-in.js';
import english from '../../texts/en/referral-list.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('referral-list', english);

export function Component() {
  const t = useTexts();
  return (
    <RequireSignIn title={t('title')}>
      <ReferralListPage views={<SavedViews screen="referrals" />} />
    </RequireSignIn>
  );
}
