import type { TaskQueueRow } from '@throughline/contracts';
import { IconButton } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Keyboard } from '../../../ui/icons/page-icons.js';
import { onDemand } from '../../../ui/on-demand.js';
import { isForPage, shortcutsOnAtom } from '../../../ui/shortcuts.js';

const QueueKeysDialog = onDemand(async () => (await import('./queue-keys-dialog.js')).QueueKeysDialog);

interface QueueKeysProps {
  /** The rows on screen, from top to bottom. */
  readonly rows: readonly TaskQueueRow[];
  /** Null if the person cannot claim or select tasks here. */
  readonly work: { readonly claim: (row: TaskQueueRow) => void; readonly toggle: (row: TaskQueueRow) => void } | null;
}

/** The keyboard shortcuts of the queue, and the button that lists them. */
export function QueueKeys(props: QueueKeysProps) {
  const [helping, setHelping] = useState(false);
  const close = () => setHelping(false);
  useQueueKeys({ ...props, showHelp: () => setHelping(true) });
  return (
    <>
      <IconButton
        aria-label="Keyboard shortcuts"
        onClick={() => setHelping(true)}
        onPointerEnter={QueueKeysDialog.preload}
        onFocus={QueueKeysDialog.preload}
      >
        <Keyboard size={20} aria-hidden />
      </IconButton>
      {helping ? <QueueKeysDialog onClose={close} onFailed={close} /> : null}
    </>
  );
}

interface ListenedKeys extends QueueKeysProps {
  readonly showHelp: () => void;
}

/**
 * The keyboard shortcuts of the queue. The current row is the one with the focus: j and k move the focus to the link of the next or
 * previous row, so that Enter opens it. Shortcuts are off while a person types, and while a dialog or menu is open.
 */
function useQueueKeys(keys: ListenedKeys): void {
  const on = useAtomValue(shortcutsOnAtom);
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isForPage(event)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return;
      if (act(event.key, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}

/** Returns true if the key is a shortcut of the queue. */
function act(key: string, { rows, work, showHelp }: ListenedKeys): boolean {
  const links = rows.map(({ taskId }) => document.querySelector<HTMLElement>(`tr [href="/task/${taskId}"]`));
  const at = links.findIndex((link) => link?.closest('tr')?.contains(document.activeElement));
  const row = rows[at];
  switch (key) {
    case 'j':
      links[Math.min(at + 1, links.length - 1)]?.focus();
      return true;
    case 'k':
      links[at === -1 ? 0 : Math.max(at - 1, 0)]?.focus();
      return true;
    case 'c':
      if (row) work?.claim(row);
      return true;
    case 'x':
      if (row) work?.toggle(row);
      return true;
    case '?':
      showHelp();
      return true;
    default:
      return false;
  }
}
