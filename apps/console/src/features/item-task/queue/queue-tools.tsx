import type { TaskQueueRow } from '@throughline/contracts';
import { Button, IconButton } from '@mui/material';
import { useEffect, useState } from 'react';
import { EllipsisVertical } from '../../../ui/icons/page-icons.js';
import { onDemand, toastNotLoaded, useOpening } from '../../../ui/page/on-demand.js';
import { useQueueKeys } from '../keys/queue-keys.js';
import type { QueueView } from './queue-view.js';

const QueueKeysDialog = onDemand(async () => (await import('../keys/queue-keys-dialog.js')).QueueKeysDialog);
const ToolMenu = onDemand(async () => (await import('./tool-menu.js')).ToolMenu);

interface QueueToolsProps {
  readonly view: QueueView;
  /** The rows on screen, from top to bottom. */
  readonly rows: readonly TaskQueueRow[];
  readonly work: Parameters<typeof useQueueKeys>[0]['work'];
}

/** The menu with what is done to the whole list, and the keyboard shortcuts of the queue. */
export function QueueTools({ view, rows, work }: QueueToolsProps) {
  const { show, part, hasOpened } = useOpening();
  const [helping, setHelping] = useState(false);
  const closeHelp = () => setHelping(false);
  useQueueKeys({ rows, work, showHelp: () => setHelping(true) });
  const { running, start } = useExport(view);
  const choose = (act: () => void) => () => {
    part.onClose();
    act();
  };
  return (
    <>
      {running ? (
        <Button variant="outlined" aria-busy onClick={() => running.abort()}>
          Cancel export
        </Button>
      ) : null}
      <IconButton
        aria-label="More for this list"
        aria-haspopup="menu"
        aria-expanded={part.open}
        onClick={show}
        onPointerEnter={ToolMenu.preload}
        onFocus={ToolMenu.preload}
      >
        <EllipsisVertical size={20} aria-hidden />
      </IconButton>
      {hasOpened ? (
        <ToolMenu
          {...part}
          onExport={choose(() => void start())}
          onHelp={choose(() => setHelping(true))}
          onFailed={part.onClose}
        />
      ) : null}
      {helping ? <QueueKeysDialog onClose={closeHelp} onFailed={closeHelp} /> : null}
    </>
  );
}

/** Saves all tasks of the view as a CSV file, not only the page on screen. `running` is null unless an export runs. */
function useExport(view: QueueView) {
  const [running, setRunning] = useState<AbortController | null>(null);
  // Leaving the page cancels the export.
  useEffect(() => () => running?.abort(), [running]);
  const start = async () => {
    if (running) return;
    const exporting = new AbortController();
    setRunning(exporting);
    const loaded = await import('./export-queue.js').catch(toastNotLoaded);
    await loaded?.exportQueue(view, exporting.signal);
    setRunning(null);
  };
  return { running, start };
}
