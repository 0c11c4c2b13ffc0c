import { isRecertificationId } from '@throughline/domain';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { useAddressedReferral, useUrlState } from '../../../ui/tables/url-state.js';
import { EvidenceExports } from '../evidence/evidence-exports.js';
import { ExportEvidence } from '../evidence/export-evidence-button.js';
import { AuditTabs, tabIn } from './audit-tabs.js';
import { ReferralAudit } from './referral-audit.js';
import { historyQuery } from './timeline.js';

const LogProofWarning = onDemand(async () => (await import('./log-proof.js')).LogProofWarning);
const WhoSawThis = onDemand(async () => (await import('../who-saw/who-saw-this.js')).WhoSawThis);

const TABS = { history: 'History', viewings: 'Who saw this' } as const;
const DEFAULTS = { tab: 'history' };

/**
 * The page /audit/:id for ops and admins: the events of a referral or a recertification, with author and reason, and its state after any
 * event; and who saw it. Each tab reads its own, because reading one of them is itself recorded.
 */
export function AuditPage() {
  const id = useAddressedReferral();
  const [view, setView] = useUrlState(DEFAULTS);
  const noun = isRecertificationId(id) ? 'recertification' : 'referral';
  const another = (
    <Button component={Link} to="/audit" variant="outlined">
      Find another one
    </Button>
  );
  const tab = tabIn(TABS, view.tab);
  return (
    <Page
      title={`Audit - ${id}`}
      heading={
        <>
          Audit - <ReferralId id={id} />
        </>
      }
      about={`Every event of this ${noun}, the ${noun} as it was at any time, and who saw it.`}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {another}
          <ExportEvidence key={id} id={id} noun={noun} />
        </Box>
      }
    >
      <LogProofWarning />
      <EvidenceExports key={id} id={id} noun={noun} />
      <AuditTabs tabs={TABS} shown={tab} onShow={(next) => setView({ tab: next })} onApproach={WhoSawThis.preload}>
        {tab === 'viewings' ? <WhoSawThis key={id} id={id} /> : <History key={id} id={id} another={another} />}
      </AuditTabs>
    </Page>
  );
}

/** All events of a referral, its newest viewings, and the check of the log's hash chain. */
function History({ id, another }: { readonly id: string; readonly another: ReactNode }) {
  const reading = useQuery(historyQuery(id));
  const { data, error } = reading;
  if (data === undefined && error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        title={`There is no ${isRecertificationId(id) ? 'recertification' : 'referral'} ${id}`}
        action={another}
      >
        No event was recorded under this ID. Check that no digit is missing.
      </EmptyState>
    );
  }
  return (
    <ReadState read={reading} failed="The history could not be loaded" loading="The history is loading">
      {(history) => <ReferralAudit history={history} reading={reading} />}
    </ReadState>
  );
}
