import type { Change } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from './use-live-topic.js';

const QUERY = 'unread-notes';
/** Limits how often a person's unread notes are counted. */
const COUNT_INTERVAL_MS = 500;

/** How many notes the person has not read: in all, and of each of these referrals. Live, on all of their screens. */
export function useUnreadNotes(referralIds: readonly string[]) {
  const counting = useQuery(
    {
      queryKey: [QUERY, referralIds],
      queryFn: ({ signal }) => call('GET /notes/unread', { query: { referralIds } }, { signal }),
      placeholderData: (before) => before,
    },
    queryClient,
  );
  const { changes } = useLiveTopic({ name: 'note-list' }, counting);
  useInvalidateOnChanges(queryClient, QUERY, changes, COUNT_INTERVAL_MS);
  return { total: counting.data?.total, of: counting.data?.referrals ?? {}, changes };
}

/** Whether a change of `note-list` is a new note; otherwise the person has read notes, or marked them, perhaps on another screen. */
export const isNewNote = ({ row }: Change): boolean => 'writtenAt' in (row as object);
