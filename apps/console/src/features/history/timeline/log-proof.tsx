import type { LogProof } from '@throughline/contracts';
import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { When } from '../../../ui/words/when.js';

const REFRESH_MS = 60_000;

/** How far the log is signed; undefined while it cannot be read. */
function useLogProof() {
  const { data } = useQuery({
    queryKey: ['log-proof'],
    queryFn: ({ signal }) => call('GET /tlog', {}, { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return data && { ...data, isSound: data.refusal === null && !data.isLate };
}

/** The newest checkpoint of the log, for ops, while there is nothing to warn of. */
export function LogProofLine() {
  const proof = useLogProof();
  if (!proof?.isSound || !proof.checkpoint) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
      <Signed checkpoint={proof.checkpoint} />
    </Typography>
  );
}

/** Warns that what was recorded stays without a signature, or that what was signed was altered. */
export function LogProofWarning() {
  const proof = useLogProof();
  if (!proof || proof.isSound) return null;
  const { refusal, checkpoint, unsignedSince } = proof;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {refusal ? `Nothing is signed any more. ${refusal} ` : 'New events are not signed. '}
      {checkpoint ? <Signed checkpoint={checkpoint} /> : 'There is no checkpoint.'}
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

function Signed({ checkpoint }: { readonly checkpoint: NonNullable<LogProof['checkpoint']> }) {
  return (
    <>
      {checkpoint.size.toLocaleString('en-US')} events are signed; the last checkpoint is of{' '}
      <When at={checkpoint.signedAt} />.
    </>
  );
}
