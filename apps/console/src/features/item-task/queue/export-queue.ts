import { fetchFile, readersTimeZone } from '../../../api/api.js';
import { toast } from '../../../ui/announcer.js';
import { saveFile } from '../../../ui/save-file.js';
import { queueQueryOf, type QueueView } from './queue-view.js';

/** Saves all tasks of the view, on all pages, as a file. Loaded when an export is started. */
export async function exportQueue(view: QueueView, signal: AbortSignal): Promise<void> {
  const { page: _page, pageSize: _pageSize, ...query } = queueQueryOf(view);
  try {
    saveFile(
      await fetchFile('GET /tasks/export', { query: { ...query, timeZone: readersTimeZone() } }, { signal }),
      `queue-${view.tab}.csv`,
    );
    toast('The tasks were exported');
  } catch (error) {
    if (!signal.aborted) toast(error instanceof Error ? error.message : String(error), 'error');
  }
}
