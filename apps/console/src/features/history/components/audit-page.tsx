import { Button } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Page } from '../../../ui/page.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { inGroupsOfFive } from '../../../ui/referral-id-format.js';
import { useReferralHistory } from '../api/read-history.js';
import { ReferralAudit } from './referral-audit.js';

/** /audit/:id (ops and admins): what happened to a referral, who did it and why, and the referral as it was at any moment. */
export function AuditPage() {
  const { id = '' } = useParams();
  const { data: history, error, isPending, refetch } = useReferralHistory(id);
  const retry = () => void refetch();
  const another = (
    <Button component={Link} to="/audit" variant="outlined">
      Find another referral
    </Button>
  );
  if (history === undefined && error instanceof ApiError && error.status === 404) {
    return (
      <Page title="Audit">
        <EmptyState title={`There is no referral ${inGroupsOfFive(id)}`} action={another}>
          Nothing was ever recorded under this id. Check that no digit is missing.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={`Audit - ${id}`}
      heading={
        <>
          Audit - <ReferralId id={id} />
        </>
      }
      about="Everything that happened to this referral, and the referral as it was at any moment."
      action={another}
      loading={isPending}
      error={history === undefined ? error : null}
      errorTitle="The history could not be loaded"
      onRetry={retry}
    >
      {history === undefined ? null : <ReferralAudit key={id} history={history} onOutdated={retry} />}
    </Page>
  );
}
