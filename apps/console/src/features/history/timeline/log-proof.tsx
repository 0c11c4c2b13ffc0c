import type { LogProof } from '@throughline/contracts';
import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { call } from '../../../api/api.js';
import { When } from '../../../ui/words/when.js';

const REFRESH_MS = 60_000;

const LOGS = [
  { log: 'events', noun: 'events' },
  { log: 'accessLog', noun: 'viewings' },
] as const;

/** How far both logs are signed, one after another; undefined while it cannot be read. */
function useLogProofs() {
  const { data } = useQuery({
    queryKey: ['log-proof'],
    queryFn: ({ signal }) => call('GET /tlog', {}, { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return data && LOGS.map(({ log, noun }) => ({ noun, ...data[log], isSound: isSound(data[log]) }));
}

const isSound = ({ refusal, isLate }: LogProof): boolean => refusal === null && !isLate;

/** The newest checkpoints of the logs, for ops, of those of which there is nothing to warn. */
export function LogProofLine() {
  const signed = useLogProofs()?.flatMap(({ noun, isSound, checkpoint }) =>
    isSound && checkpoint ? [{ noun, checkpoint }] : [],
  );
  if (!signed?.length) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
      {signed.map((one, at) => (
        <Fragment key={one.noun}>
          {at > 0 && ' '}
          <Signed {...one} />
        </Fragment>
      ))}
    </Typography>
  );
}

/** Warns that what was recorded stays without a signature, or that what was signed was altered. */
export function LogProofWarning() {
  const late = useLogProofs()?.filter(({ isSound }) => !isSound) ?? [];
  return late.map(({ noun, refusal, checkpoint, unsignedSince }) => (
    <Alert key={noun} severity="warning" sx={{ mb: 2 }}>
      {refusal ? `No ${noun} are signed any more. ${refusal} ` : `New ${noun} are not signed. `}
      {checkpoint ? <Signed noun={noun} checkpoint={checkpoint} /> : 'There is no checkpoint.'}
      {unsignedSince === null ? null : (
        <>
          {' '}
          What was recorded since <When at={unsignedSince} /> has none.
        </>
      )}{' '}
      Please tell the operator of the portal: docs/operating.md, “The proof of the log”.
    </Alert>
  ));
}

function Signed({ noun, checkpoint }: { noun: string; checkpoint: NonNullable<LogProof['checkpoint']> }) {
  return (
    <>
      {checkpoint.size.toLocaleString('en-US')} {noun} are signed; the last checkpoint is of{' '}
      <When at={checkpoint.signedAt} />.
    </>
  );
}
