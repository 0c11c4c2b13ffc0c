import { READS_AS_OF } from '@throughline/contracts';
import { hashKey, keepPreviousData, type QueryCache, QueryClient } from '@tanstack/react-query';
import type { ReadMeta } from '../../../api/api.js';
import { queryClient } from '../../../api/query-client.js';

/** A moment and as whom it is seen, as in the address of the page. */
export interface SeenMoment {
  readonly asOf: string;
  readonly as?: string;
}

const READS: readonly string[] = READS_AS_OF;

/** What makes each read one of the moment. Others, such as carriers and notes to be read, only know the present. */
export const metaOf = (moment: SeenMoment): ReadMeta => ({
  momentOf: (endpoint) => (READS.includes(endpoint) ? moment : {}),
});

/**
 * The reads of one moment. Clients of several moments share a cache, in which the moment is part of each key: a page that goes on to another
 * one shows what it has until that is read. Nothing of an earlier moment changes, so nothing is read twice.
 */
export function pastClient(queryCache: QueryCache, moment: SeenMoment): QueryClient {
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        ...queryClient.getDefaultOptions().queries,
        meta: metaOf(moment),
        queryKeyHashFn: (key) => hashKey([moment, key]),
        placeholderData: keepPreviousData,
        staleTime: Infinity,
      },
      mutations: { retry: false },
    },
  });
}
