import { fetchFile } from '../../../api/api.js';
import { toast } from '../../../ui/announcer.js';
import { questionOf, type QueueView } from './queue-view.js';

/** Saves all tasks of the view, without pages, as a file. Loaded when it is asked for. */
export async function exportQueue(view: QueueView, signal: AbortSignal): Promise<void> {
  const { page: _page, pageSize: _pageSize, ...query } = questionOf(view);
  try {
    save(await fetchFile('GET /tasks/export', { query }, { signal }), `queue-${view.tab}.csv`);
    toast('The tasks were exported');
  } catch (error) {
    if (!signal.aborted) toast(error instanceof Error ? error.message : String(error), 'error');
  }
}

function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // A browser begins to read it after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
