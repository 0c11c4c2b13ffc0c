import { Button } from '@mui/material';
import { useState } from 'react';
import { onDemand } from '../../../ui/page/on-demand.js';

const CausesDialog = onDemand(async () => (await import('./causes-dialog.js')).CausesDialog);

interface CausesButtonProps {
  readonly eventId: string;
  /** The act, in the accessible name, because the buttons of all entries read the same. */
  readonly sentence: string;
}

/** Opens the tree of what led to an act and what followed from it. */
export function CausesButton({ eventId, sentence }: CausesButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="small"
        aria-label={`Causes and effects: ${sentence}`}
        onClick={() => setOpen(true)}
        sx={{ ml: -0.75 }}
      >
        Causes and effects
      </Button>
      {isOpen ? <CausesDialog eventId={eventId} onClose={close} onFailed={close} /> : null}
    </>
  );
}
