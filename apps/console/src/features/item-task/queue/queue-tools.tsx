import type { RequestOf, TaskQueueRow } from '@throughline/contracts';
import { Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../../api/api.js';
import { toast } from '../../../ui/announcer.js';
import { Download } from '../../../ui/icons.js';
import { QueueKeys } from './queue-keys.js';
import { questionOf, type QueueView } from './queue-view.js';

interface QueueToolsProps {
  readonly view: QueueView;
  readonly rows: readonly TaskQueueRow[];
  readonly work: Parameters<typeof QueueKeys>[0]['work'];
}

/** What a person needs beside the filters. */
export function QueueTools({ view, rows, work }: QueueToolsProps) {
  return (
    <>
      <ExportQueue view={view} />
      <QueueKeys rows={rows} work={work} />
    </>
  );
}

/** Saves all tasks of the view as a CSV file, and not only the page on screen. */
function ExportQueue({ view }: { readonly view: QueueView }) {
  const [running, setRunning] = useState<AbortController | null>(null);
  // Leaving the page cancels the export.
  useEffect(() => () => running?.abort(), [running]);
  const start = async () => {
    const { page: _page, pageSize: _pageSize, ...query } = questionOf(view);
    const exporting = new AbortController();
    setRunning(exporting);
    try {
      await save({ query }, `queue-${view.tab}.csv`, exporting.signal);
      toast('The tasks were exported');
    } catch (error) {
      if (!exporting.signal.aborted) toast(error instanceof Error ? error.message : String(error), 'error');
    } finally {
      setRunning(null);
    }
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

async function save(request: RequestOf<'GET /tasks/export'>, name: string, signal: AbortSignal): Promise<void> {
  const address = URL.createObjectURL(await fetchFile('GET /tasks/export', request, { signal }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // A browser begins to read it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
