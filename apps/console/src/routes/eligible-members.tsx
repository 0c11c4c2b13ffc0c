import { mayImportMembers } from '@throughline/domain';
import { EligibleMembersPage } from '../features/eligibility/components/eligible-members-page.js';
import { MUST_BE_COMPANY_ADMIN, RequireRole } from '../session/require-role.js';

export function Component() {
  return (
    <RequireRole title="Eligible members" may={mayImportMembers} denial={MUST_BE_COMPANY_ADMIN}>
      <EligibleMembersPage />
    </RequireRole>
  );
}
