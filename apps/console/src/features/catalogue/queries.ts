import { queryOptions } from '@tanstack/react-query';
import { call, fetchFile } from '../../api/api.js';
import { READ_AGAIN_MS } from '../../api/query-client.js';
import { saveFile } from '../../ui/save-file.js';

export const catalogueVersionsQuery = queryOptions({
  queryKey: ['catalogue-versions'],
  queryFn: ({ signal }) => call('GET /catalogue/versions', {}, { signal }),
  // A planned version may become active while the page is open.
  refetchInterval: READ_AGAIN_MS,
});

/** Saves a version as a file; without `version`, the active catalogue. */
export async function downloadCatalogue(fileName: string, version?: string): Promise<void> {
  saveFile(await fetchFile('GET /catalogue/export', { query: { version } }), fileName);
}
