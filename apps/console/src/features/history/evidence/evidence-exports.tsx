import type { EvidenceExport } from '@throughline/contracts';
import { dataInWords } from '@throughline/domain';
import { Alert, Box, Button, LinearProgress, Paper, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { useCommand } from '../../../api/use-command.js';
import { announce, toastFailed } from '../../../ui/announcer.js';
import { Download } from '../../../ui/icons/opened-icons.js';
import { downloadFrom } from '../../../ui/save-file.js';
import { NotLive } from '../../../ui/page/not-live.js';
import { countOf, withCommas } from '../../../ui/words/counts.js';
import { fileSize } from '../../../ui/words/file-name.js';
import { When } from '../../../ui/words/when.js';
import { rowIdOf, shownOf, useEvidence } from './use-evidence.js';

interface EvidenceExportsProps {
  readonly id: string;
  readonly noun: string;
}

/** The exports that run, those that can be downloaded, and what became of the newest one. Nothing before the first. */
export function EvidenceExports({ id, noun }: EvidenceExportsProps) {
  const { read, refusal } = useEvidence(id);
  const { data, error, refetch } = read;
  if (data === undefined) {
    if (error === null || (error instanceof ApiError && error.status === 404)) return null;
    return (
      <Alert
        severity="error"
        sx={{ mb: 2 }}
        action={
          <Button color="inherit" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        The exports of evidence could not be loaded. {error.message}
      </Alert>
    );
  }
  const shown = shownOf(data.exports);
  if (shown.length === 0) return null;
  return (
    <Box component="section" aria-label="Exports of evidence" sx={{ mb: 3 }}>
      <NotLive refusal={refusal} onRetry={() => void refetch()} />
      {shown.map((one) => (
        <Export key={one.exportId} id={id} noun={noun} one={one} />
      ))}
    </Box>
  );
}

interface ExportProps extends EvidenceExportsProps {
  readonly one: EvidenceExport;
}

/** One export. It takes the focus when the button that had it is gone, because the export has ended. */
function Export({ id, noun, one }: ExportProps) {
  const { exportId, status } = one;
  const row = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const known = useRef(status);
  useEffect(() => {
    if (known.current === status) return;
    known.current = status;
    announce(ANNOUNCED[status]);
    if (hasFocus.current && !row.current?.contains(document.activeElement)) row.current?.focus();
  }, [status]);
  return (
    <Paper
      ref={row}
      id={rowIdOf(exportId)}
      tabIndex={-1}
      variant="outlined"
      role="group"
      aria-label={`Evidence ${dataInWords(one.hasPersonalData)}`}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
      sx={{ p: 2, mb: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>{about(noun, one)}</Box>
      {status === 'running' ? <Cancel id={id} exportId={exportId} /> : null}
      {status === 'exported' ? <DownloadExport id={id} exportId={exportId} /> : null}
    </Paper>
  );
}

const ANNOUNCED: Readonly<Record<EvidenceExport['status'], string>> = {
  running: 'The export has begun',
  exported: 'The evidence is exported and can be downloaded',
  failed: 'The evidence could not be exported',
  canceled: 'The export was canceled',
  removed: 'The exported evidence was removed',
};

function about(noun: string, one: EvidenceExport): ReactNode {
  const data = dataInWords(one.hasPersonalData);
  switch (one.status) {
    case 'running':
      return (
        <>
          <Title one={one}>The evidence is being exported, {data}</Title>
          <Progress written={one.written} all={one.all} />
        </>
      );
    case 'exported':
      return (
        <>
          <Title one={one}>The evidence is exported, {data}</Title>
          <Exported noun={noun} one={one} />
        </>
      );
    case 'failed':
      return (
        <>
          <Title one={one}>The evidence could not be exported</Title>
          <Typography variant="body2" color="error">
            {one.reason}
          </Typography>
        </>
      );
    case 'canceled':
      return <Title one={one}>The export was canceled. No file was kept</Title>;
    case 'removed':
      return (
        <>
          <Title one={one}>The exported evidence is gone</Title>
          <Typography variant="body2">It was kept for a day. Export it again if it is still needed.</Typography>
        </>
      );
  }
}

function Title({ one, children }: { readonly one: EvidenceExport; readonly children: ReactNode }) {
  const { requestedAt, requestedBy } = one;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{children}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        Begun <When at={requestedAt} /> by {requestedBy ?? 'somebody'}
      </Typography>
    </>
  );
}

/** Announces each quarter, not each step. */
function Progress({ written, all }: Pick<EvidenceExport, 'written' | 'all'>) {
  const words = all === 0 ? 'Waits for its turn' : `${withCommas(written)} of ${withCommas(all)} entries written`;
  const quarter = all === 0 ? 0 : Math.floor((4 * written) / all);
  useEffect(() => {
    if (quarter > 0 && quarter < 4) announce(`${quarter * 25} percent of the evidence is exported`);
  }, [quarter]);
  return (
    <>
      <LinearProgress
        aria-label="Export of the evidence"
        aria-valuetext={words}
        {...(all === 0 ? {} : { variant: 'determinate', value: (100 * written) / all })}
        sx={{ my: 1 }}
      />
      <Typography variant="body2">{words}</Typography>
    </>
  );
}

function Exported({ noun, one }: { readonly noun: string; readonly one: EvidenceExport }) {
  const { count, size, sha256, expiresAt, hasChangedSince } = one;
  if (count === null || size === null || expiresAt === null) return null;
  const unsigned = [
    ...(count.unsignedEvents > 0 ? [countOf(count.unsignedEvents, 'event')] : []),
    ...(count.unsignedViewings > 0 ? [countOf(count.unsignedViewings, 'viewing')] : []),
  ];
  return (
    <>
      <Typography variant="body2">
        {countOf(count.events, 'event')}, {countOf(count.viewings, 'viewing')}, {fileSize(size)}. It is removed{' '}
        <When at={expiresAt} />.
      </Typography>
      {unsigned.length === 0 ? null : (
        <Typography variant="body2">Not signed yet, and not in it: {unsigned.join(' and ')}.</Typography>
      )}
      {hasChangedSince ? (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          The {noun} has changed since.
        </Typography>
      ) : null}
      <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
        SHA-256 {sha256}
      </Typography>
    </>
  );
}

interface ButtonProps {
  readonly id: string;
  readonly exportId: string;
}

function Cancel({ id, exportId }: ButtonProps) {
  const cancel = useCommand('POST /referrals/referral/{id}/evidence/{exportId}/cancel', {
    onError: ({ message }) => toastFailed('Cancel the export', message),
  });
  return (
    <Button
      variant="outlined"
      aria-busy={cancel.isPending}
      onClick={() => cancel.isPending || cancel.mutate({ params: { id, exportId } })}
    >
      Cancel the export
    </Button>
  );
}

/** The browser saves what the link leads to. */
function DownloadExport({ id, exportId }: ButtonProps) {
  const download = () =>
    call('GET /referrals/referral/{id}/evidence/{exportId}', { params: { id, exportId } }).then(
      downloadFrom,
      ({ message }: Error) => toastFailed('Download the evidence', message),
    );
  return (
    <Button variant="outlined" startIcon={<Download size={16} aria-hidden />} onClick={() => void download()}>
      Download
    </Button>
  );
}
