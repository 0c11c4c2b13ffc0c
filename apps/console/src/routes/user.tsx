import { ProfilePage } from '../features/account/profile/profile-page.js';
import { RequireSignIn } from '../session/require-sign-in.js';
import english from '../../texts/en/profile.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('profile', english);

export function Component() {
  const t = useTexts();
  return (
    <RequireSignIn title={t('title')}>
      <ProfilePage />
    </RequireSignIn>
  );
}
