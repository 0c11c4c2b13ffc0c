import { isRecertificationId } from '@throughline/domain';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ApiError, blockingError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Page } from '../../../ui/page.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { useAddressedReferral } from '../../../ui/tables/url-state.js';
import { HISTORY_QUERY, ReferralAudit } from './referral-audit.js';

/**
 * The page /audit/:id for ops and admins: the events of a referral or a recertification, with author and reason, and its state after any
 * event.
 */
export function AuditPage() {
  const id = useAddressedReferral();
  const reading = useReferralHistory(id);
  const { data: history, error, isPending, refetch } = reading;
  const noun = isRecertificationId(id) ? 'recertification' : 'referral';
  const retry = () => void refetch();
  const another = (
    <Button component={Link} to="/audit" variant="outlined">
      Find another one
    </Button>
  );
  if (history === undefined && error instanceof ApiError && error.status === 404) {
    return (
      <Page title="Audit">
        <EmptyState title={`There is no ${noun} ${id}`} action={another}>
          No event was recorded under this ID. Check that no digit is missing.
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
      about={`Every event of this ${noun}, and the ${noun} as it was at any time.`}
      action={another}
      loading={isPending}
      error={blockingError(reading)}
      errorTitle="The history could not be loaded"
      onRetry={retry}
    >
      {history === undefined ? null : <ReferralAudit key={id} history={history} reading={reading} />}
    </Page>
  );
}

/** All events of a referral, the people who viewed it, and the check of the log's hash chain. */
function useReferralHistory(id: string) {
  return useQuery({
    queryKey: [HISTORY_QUERY, id],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}/history', { params: { id } }, { signal }),
  });
}
