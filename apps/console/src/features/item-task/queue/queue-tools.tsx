import type { TaskQueueRow } from '@throughline/contracts';
import { Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { Download } from '../../../ui/icons/page-icons.js';
import { toastNotLoaded } from '../../../ui/on-demand.js';
import { QueueKeys } from '../keys/queue-keys.js';
import type { QueueView } from './queue-view.js';

interface QueueToolsProps {
  readonly view: QueueView;
  readonly rows: readonly TaskQueueRow[];
  readonly work: Parameters<typeof QueueKeys>[0]['work'];
}

/** The buttons beside the filters. */
export function QueueTools({ view, rows, work }: QueueToolsProps) {
  return (
    <>
      <ExportQueue view={view} />
      <QueueKeys rows={rows} work={work} />
    </>
  );
}

/** Saves all tasks of the view as a CSV file, not only the page on screen. */
function ExportQueue({ view }: { readonly view: QueueView }) {
  const [running, setRunning] = useState<AbortController | null>(null);
  // Leaving the page cancels the export.
  useEffect(() => () => running?.abort(), [running]);
  const start = async () => {
    const exporting = new AbortController();
    setRunning(exporting);
    const loaded = await import('./export-queue.js').catch(toastNotLoaded);
    await loaded?.exportQueue(view, exporting.signal);
    setRunning(null);
  };
  return (
    <Button
      variant="outlined"
      startIcon={<Download size={16} aria-hidden />}
      aria-busy={running !== null}
      onClick={() => (running ? running.abort() : void start())}
    >
      {running ? 'Cancel export' : 'Export'}
    </Button>
  );
}
