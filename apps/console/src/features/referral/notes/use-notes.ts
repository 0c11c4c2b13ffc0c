import type { Change } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryClient } from '../../../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { readingOf, useUnreadNotes } from '../../../live/use-unread-notes.js';
import { internalNotesQuery, notesQuery } from '../queries.js';

/** Notes that are written in quick succession are read together. */
const READ_INTERVAL_MS = 150;

/** The external notes of a referral, live, and how many of its notes, internal ones included, the person has not read on any of their screens. */
export function useNotes(referralId: string) {
  const query = useQuery(notesQuery(referralId));
  const { changes, refusal } = useLiveTopic({ name: 'notes', referralId }, query);
  useInvalidateOnChanges(queryClient, 'notes', changes, READ_INTERVAL_MS);
  const referralIds = useMemo(() => [referralId], [referralId]);
  const { changes: ofPerson, of } = useUnreadNotes(referralIds);
  useReadAfterReadings(referralId, ofPerson);
  return { ...query, refusal, unread: of[referralId] ?? 0 };
}

export type Notes = ReturnType<typeof useNotes>;

/** The internal notes of a referral, live, for the provider's people. */
export function useInternalNotes(referralId: string) {
  const query = useQuery(internalNotesQuery(referralId));
  const { changes, refusal } = useLiveTopic({ name: 'internal-notes', referralId }, query);
  useInvalidateOnChanges(queryClient, 'internal-notes', changes, READ_INTERVAL_MS);
  return { ...query, refusal };
}

/** Reads the notes again when the person has read some of them, or marked some as unread. */
function useReadAfterReadings(referralId: string, changes: readonly Change[]) {
  const readings = changes.filter((change) => readingOf(change)?.referralId === referralId);
  const external = readings.findLast((change) => readingOf(change)?.read)?.position;
  const internal = readings.findLast((change) => readingOf(change)?.readInternal)?.position;
  useEffect(() => {
    if (external !== undefined) void queryClient.invalidateQueries({ queryKey: ['notes', referralId] });
  }, [referralId, external]);
  useEffect(() => {
    if (internal !== undefined) void queryClient.invalidateQueries({ queryKey: ['internal-notes', referralId] });
  }, [referralId, internal]);
}
