import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { When } from '../../../ui/words/when.js';

const REFRESH_MS = 60_000;

/**
 * How far the log is signed, for ops: the newest checkpoint, or a warning when what was recorded stays without one. Nothing is shown while
 * it cannot be read.
 */
export function LogProof() {
  const { data } = useQuery({
    queryKey: ['log-proof'],
    queryFn: ({ signal }) => call('GET /tlog', {}, { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  if (data === undefined) return null;
  const { checkpoint, unsignedSince, isLate, refusal } = data;
  const signed = checkpoint && (
    <>
      {checkpoint.size.toLocaleString('en-US')} events are signed; the last checkpoint is of{' '}
      <When at={checkpoint.signedAt} />.
    </>
  );
  if (refusal === null && !isLate)
    return signed ? (
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {signed}
      </Typography>
    ) : null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {refusal ? `Nothing is signed any more. ${refusal} ` : 'New events are not signed. '}
      {signed ?? 'There is no checkpoint. '}
      {unsignedSince === null ? null : (
        <>
          {' '}
          What was recorded since <When at={unsignedSince} /> has none.
        </>
      )}{' '}
      Please tell the operator of the portal: docs/operating.md, “The proof of the log”.
    </Alert>
  );
}
