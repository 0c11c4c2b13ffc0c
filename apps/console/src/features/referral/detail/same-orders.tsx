import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { queryClient } from '../../../api/query-client.js';
import { InEnglish } from '../../../language/language.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { When } from '../../../ui/words/when.js';

const QUERY = 'same-orders';
/** Changes within this time are read together. */
const READ_INTERVAL_MS = 1_000;

/**
 * Warns the provider's people that the same order was also sent within minutes of this one (docs/decisions/0107). Renders nothing if it was
 * not.
 */
export function SameOrders({ referralId }: { readonly referralId: string }) {
  const reading = useQuery({
    queryKey: [QUERY, referralId],
    queryFn: ({ signal }) =>
      call('GET /referrals/referral/{id}/same-orders', { params: { id: referralId } }, { signal }),
  });
  const { data, isError, refetch } = reading;
  const { changes } = useLiveTopic(data?.mayGrow ? { name: 'referral-list' } : null, reading);
  useInvalidateOnChanges(queryClient, QUERY, changes, READ_INTERVAL_MS);
  const rows = data?.rows ?? [];
  if (rows.length === 0 && !(isError && data === undefined)) return null;
  return (
    <InEnglish>
      {rows.length === 0 ? (
        <Alert
          severity="warning"
          role="status"
          sx={{ mb: 3 }}
          action={
            <Button color="inherit" size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Whether this order was sent twice could not be looked up.
        </Alert>
      ) : (
        <Alert severity="warning" role="status" sx={{ mb: 3 }}>
          An order for this member with the same items was also sent, within minutes of this one:
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map((row) => (
              <li key={row.referralId}>
                Referral <ReferralId id={row.referralId} to={`/referral/${row.referralId}`} copyable={false} />,
                submitted <When at={row.submittedAt} />
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </InEnglish>
  );
}
