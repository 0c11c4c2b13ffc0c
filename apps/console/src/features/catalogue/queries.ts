import { queryOptions } from '@tanstack/react-query';
import { call, fetchFile } from '../../api/api.js';
import { saveFile } from '../../ui/save-file.js';

/** The time of a version may come while the page is open, and another administrator may be at work. */
const REFETCH_INTERVAL_MS = 10_000;

export const catalogueVersionsQuery = queryOptions({
  queryKey: ['catalogue-versions'],
  queryFn: ({ signal }) => call('GET /catalogue/versions', {}, { signal }),
  refetchInterval: REFETCH_INTERVAL_MS,
});

/** Saves a version, or the active catalogue, as a file. */
export async function downloadCatalogue(fileName: string, version?: string): Promise<void> {
  saveFile(await fetchFile('GET /catalogue/export', { query: { version } }), fileName);
}
