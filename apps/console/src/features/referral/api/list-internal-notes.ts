import type { InternalNote } from '@throughline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

/** For the provider's people alone. */
export const internalNotesQuery = (referralId: string) =>
  queryOptions({
    queryKey: ['internal-notes', referralId],
    queryFn: ({ signal }) => api.get<readonly InternalNote[]>(`/internal-notes/referral/${referralId}`, { signal }),
  });
