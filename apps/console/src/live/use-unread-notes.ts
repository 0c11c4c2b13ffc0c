import type { Change } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { usePast } from '../past/past.js';
import { useInvalidateOnChanges, useLiveTopic } from './use-live-topic.js';

const QUERY = 'unread-notes';
/** Limits how often a person's unread notes are counted. */
const COUNT_INTERVAL_MS = 500;

/**
 * How many notes the person has not read, in total and for each of these referrals; for the provider's staff also how many notes need
 * action. Live, on all of the person's screens. At an earlier moment none: what the person has read since says nothing of it.
 */
export function useUnreadNotes(referralIds: readonly string[]) {
  const past = usePast();
  const counting = useQuery(
    {
      queryKey: [QUERY, referralIds],
      queryFn: ({ signal }) => call('GET /notes/unread', { query: { referralIds } }, { signal }),
      placeholderData: (before) => before,
      enabled: past === null,
    },
    queryClient,
  );
  const { changes } = useLiveTopic({ name: 'note-list' }, counting);
  useInvalidateOnChanges(queryClient, QUERY, changes, COUNT_INTERVAL_MS);
  const { data } = counting;
  return { total: data?.total, actionNeeded: data?.actionNeeded, of: (past ? null : data?.referrals) ?? {}, changes };
}

/** Whether a change of `note-list` is a new external note. */
export const isNewNote = ({ row }: Change): boolean => 'writtenAt' in (row as object);

interface Reading {
  readonly referralId: string;
  /** Ids of the external notes that the person has read. Absent: the change concerns internal notes. */
  readonly read?: readonly string[];
  readonly readInternal?: readonly string[];
}

/** Which notes of a referral the person has read, perhaps on another screen; null: the change of `note-list` is of another kind. */
export const readingOf = ({ row }: Change): Reading | null =>
  'read' in (row as object) || 'readInternal' in (row as object) ? (row as Reading) : null;
