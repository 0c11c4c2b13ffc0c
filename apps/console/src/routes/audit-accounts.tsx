import { mayAudit } from '@throughline/domain';
import { AccountAuditPage } from '../features/account/list/account-audit-page.js';
import { MUST_BE_AUDITOR, RequireRole } from './router/require-role.js';

export function Component() {
  return (
    <RequireRole title="Audit of administration" may={mayAudit} denial={MUST_BE_AUDITOR}>
      <AccountAuditPage />
    </RequireRole>
  );
}
