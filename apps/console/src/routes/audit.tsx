import { mayAudit } from '@throughline/domain';
import { AuditPage } from '../features/history/timeline/audit-page.js';
import { MUST_BE_AUDITOR, RequireRole } from './router/require-role.js';

export function Component() {
  return (
    <RequireRole title="Audit" may={mayAudit} denial={MUST_BE_AUDITOR}>
      <AuditPage />
    </RequireRole>
  );
}
