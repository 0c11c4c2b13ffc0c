import { ProfilePage } from '../features/account/components/profile-page.js';
import { RequireSignIn } from '../session/require-sign-in.js';

export function Component() {
  return (
    <RequireSignIn title="Profile">
      <ProfilePage />
    </RequireSignIn>
  );
}
