import type { TaskQueueRow } from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { usePageKeys } from './page-keys.js';

interface QueueKeys {
  /** The rows on screen, from top to bottom. */
  readonly rows: readonly TaskQueueRow[];
  /** Null if the person cannot claim or select tasks here. */
  readonly work: { readonly claim: (row: TaskQueueRow) => void; readonly toggle: (row: TaskQueueRow) => void } | null;
  readonly showHelp: () => void;
}

/**
 * The keyboard shortcuts of the queue. The current row is the one with the focus: j and k move the focus to the link of the next or
 * previous row, so that Enter opens it.
 */
export function useQueueKeys(keys: QueueKeys): void {
  usePageKeys(({ key }) => act(key, keys));
}

/** Returns true if the key is a shortcut of the queue. */
function act(key: string, { rows, work, showHelp }: QueueKeys): boolean {
  const links = rows.map(({ taskId }) => document.querySelector<HTMLElement>(`tr [href="${pathTo.task(taskId)}"]`));
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
