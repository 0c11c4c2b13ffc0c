import type { LogProof, LogProofs, LogWitness } from '@throughline/contracts';
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

function useAnswer() {
  const { data } = useQuery({
    queryKey: ['log-proof'],
    queryFn: ({ signal }) => call('GET /tlog', {}, { signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return data;
}

/** How far both logs are signed, one after another; undefined while it cannot be read. */
function useLogProofs() {
  const data = useAnswer();
  return data && LOGS.map(({ log, noun }) => ({ noun, ...data[log], isSound: isSound(data[log]) }));
}

const isSound = ({ refusal, isLate }: LogProof): boolean => refusal === null && !isLate;

/** The newest checkpoints of the logs, for ops, of those of which there is nothing to warn. */
export function LogProofLine() {
  const signed = useLogProofs()?.flatMap(({ noun, isSound, checkpoint, witnesses }) =>
    isSound && checkpoint ? [{ noun, checkpoint, witnesses }] : [],
  );
  if (!signed?.length) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
      {signed.map((one, at) => (
        <Fragment key={one.noun}>
          {at > 0 && ' '}
          <Signed {...one} />
          <Cosigned {...one} />
        </Fragment>
      ))}
    </Typography>
  );
}

/** Warns that what was recorded stays without a signature, or that what was signed, or is shown, was altered. */
export function LogProofWarning() {
  const readModels = useAnswer()?.readModels;
  const logs = useLogProofs() ?? [];
  const late = logs.filter(({ isSound }) => !isSound);
  const missing = logs.flatMap(({ noun, witnesses }) =>
    witnesses.filter(({ isLate }) => isLate).map((witness) => ({ noun, ...witness })),
  );
  return [
    readModels && <AlteredModels key="altered read models" {...readModels} />,
    ...logs.map(({ noun, altered }) => altered && <Altered key={`altered ${noun}`} noun={noun} {...altered} />),
    ...late.map((one) => <NotSigned key={one.noun} {...one} />),
    ...missing.map((one) => <NotCosigned key={`${one.noun} ${one.name}`} {...one} />),
  ];
}

type Of<Proof> = Proof & { readonly noun: string };

function Altered({ noun, since, words }: Of<NonNullable<LogProof['altered']>>) {
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      Something was altered: not all {noun} are as they were signed. {words} Found at <When at={since} />.{' '}
      {TELL_OPERATOR}
    </Alert>
  );
}

function AlteredModels({ since, words }: NonNullable<LogProofs['readModels']>) {
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      Something was altered: lists and pages may show what never happened. {words} The history is made from the log,
      which is what counts. Found at <When at={since} />. Please tell the operator of the portal, who builds the read
      models anew: docs/operating.md, “Read models in doubt”.
    </Alert>
  );
}

function NotSigned({ noun, refusal, checkpoint, unsignedSince }: Of<LogProof>) {
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {refusal ? `No ${noun} are signed any more. ${refusal} ` : `New ${noun} are not signed. `}
      {checkpoint ? <Signed noun={noun} checkpoint={checkpoint} /> : 'There is no checkpoint.'}
      {unsignedSince === null ? null : (
        <>
          {' '}
          What was recorded since <When at={unsignedSince} /> has none.
        </>
      )}{' '}
      {TELL_OPERATOR}
    </Alert>
  );
}

function NotCosigned({ noun, name, cosigned, failure }: Of<LogWitness>) {
  return (
    <Alert severity={failure?.isAlarm ? 'error' : 'warning'} sx={{ mb: 2 }}>
      The witness {name} has cosigned{' '}
      {cosigned ? `${cosigned.size.toLocaleString('en-US')} ${noun}, and nothing after them` : `no ${noun}`}
      {failure ? (
        <>
          {' '}
          since <When at={failure.since} />. {failure.words}{' '}
        </>
      ) : (
        '. '
      )}
      {TELL_OPERATOR}
    </Alert>
  );
}

const TELL_OPERATOR = 'Please tell the operator of the portal: docs/operating.md, “The proof of the log”.';

function Cosigned({ witnesses }: Pick<LogProof, 'witnesses'>) {
  return witnesses.map(({ name, cosigned, isLate }) =>
    cosigned && !isLate ? (
      <Fragment key={name}>
        {' '}
        {name} has cosigned {cosigned.size.toLocaleString('en-US')} of them.
      </Fragment>
    ) : null,
  );
}

function Signed({ noun, checkpoint }: { noun: string; checkpoint: NonNullable<LogProof['checkpoint']> }) {
  return (
    <>
      {checkpoint.size.toLocaleString('en-US')} {noun} are signed; the last checkpoint is of{' '}
      <When at={checkpoint.signedAt} />.
    </>
  );
}
