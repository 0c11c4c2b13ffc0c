import { mayAudit } from '@throughline/domain';
import { AuditSearchPage } from '../features/history/timeline/audit-search-page.js';
import { MUST_BE_AUDITOR, RequireRole } from './router/require-role.js';
import { onDemand } from '../ui/page/on-demand.js';

const ServiceWarnings = onDemand(async () => (await import('../features/failure/service-warnings.js')).ServiceWarnings);
const LogProofWarning = onDemand(
  async () => (await import('../features/history/timeline/log-proof.js')).LogProofWarning,
);
const LogProofLine = onDemand(async () => (await import('../features/history/timeline/log-proof.js')).LogProofLine);

const SavedViews = onDemand(async () => (await import('../features/account/views/saved-views.js')).SavedViews);

export function Component() {
  return (
    <RequireRole title="Audit" may={mayAudit} denial={MUST_BE_AUDITOR}>
      <AuditSearchPage
        banner={
          <>
            <ServiceWarnings />
            <LogProofWarning />
          </>
        }
        proof={<LogProofLine />}
        views={<SavedViews screen="audit" />}
      />
    </RequireRole>
  );
}
