import { Button } from '@mui/material';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { announce } from '../../../ui/announcer.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { rowIdOf, runningIn, useEvidenceRead } from './use-evidence.js';

const ExportEvidenceDialog = onDemand(async () => (await import('./export-evidence-dialog.js')).ExportEvidenceDialog);

interface ExportEvidenceProps {
  readonly id: string;
  readonly noun: string;
}

/** Opens the dialog; while an export runs, it leads to that one. */
export function ExportEvidence({ id, noun }: ExportEvidenceProps) {
  const { data, error } = useEvidenceRead(id);
  const [isOpen, setOpen] = useState(false);
  if (error instanceof ApiError && error.status === 404) return null;
  const close = () => setOpen(false);
  const open = () => {
    const running = runningIn(data?.exports);
    if (!running) return setOpen(true);
    announce('An export is running');
    document.getElementById(rowIdOf(running.exportId))?.focus();
  };
  return (
    <>
      <Button
        variant="contained"
        onClick={open}
        onPointerEnter={ExportEvidenceDialog.preload}
        onFocus={ExportEvidenceDialog.preload}
      >
        Export evidence
      </Button>
      {isOpen ? <ExportEvidenceDialog id={id} noun={noun} onClose={close} onFailed={close} /> : null}
    </>
  );
}
