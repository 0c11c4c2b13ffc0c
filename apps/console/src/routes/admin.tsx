import { mayManageSomeAccounts } from '@throughline/domain';
import { UsersPage } from '../features/account/components/users-page.js';
import { onDemand } from '../ui/on-demand.js';
import { MUST_BE_COMPANY_ADMIN, RequireRole } from '../session/require-role.js';

const SwitchBanners = onDemand(
  async () => (await import('../features/banner/components/switch-banners.js')).SwitchBanners,
);

export function Component() {
  return (
    <RequireRole
      title="Admin"
      may={mayManageSomeAccounts}
      denial={MUST_BE_COMPANY_ADMIN}
      denialOfOthers={MUST_BE_COMPANY_ADMIN}
    >
      <UsersPage banners={<SwitchBanners onFailed={() => undefined} />} />
    </RequireRole>
  );
}
