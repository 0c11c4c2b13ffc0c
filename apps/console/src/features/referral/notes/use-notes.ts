import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryClient } from '../../../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { readingOf, useUnreadNotes } from '../../../live/use-unread-notes.js';
import { usePast } from '../../../past/past.js';
import { internalNotesQuery, notesQuery } from '../queries.js';

/** Notes that were written within this time are read together. */
const READ_INTERVAL_MS = 150;

/**
 * The external notes of a referral, live. `unread`: how many of its notes, including internal ones, the person has not read on any device.
 */
export function useNotes(referralId: string) {
  const query = useQuery(notesQuery(referralId));
  const { changes, refusal } = useLiveTopic({ name: 'notes', referralId }, query);
  useInvalidateOnChanges(queryClient, 'notes', changes, READ_INTERVAL_MS);
  const unread = useUnread('notes', referralId);
  return { ...query, data: useReadersMarks(query.data), refusal, unread };
}

/** Leaves out which notes are unread where that is said of an auditor who looks at an earlier moment, and not of the referrer then. */
function useReadersMarks<Read extends { readonly notes: readonly { readonly unread: boolean }[] }>(
  data: Read | undefined,
): Read | undefined {
  const past = usePast();
  const hasMarks = past === null || past.viewer.role === 'referrer';
  return useMemo(
    () => (hasMarks ? data : data && { ...data, notes: data.notes.map((note) => ({ ...note, unread: false })) }),
    [data, hasMarks],
  );
}

export type Notes = ReturnType<typeof useNotes>;

/** The internal notes of a referral, live, for the provider's people. */
export function useInternalNotes(referralId: string) {
  const query = useQuery(internalNotesQuery(referralId));
  const { changes, refusal } = useLiveTopic({ name: 'internal-notes', referralId }, query);
  useInvalidateOnChanges(queryClient, 'internal-notes', changes, READ_INTERVAL_MS);
  useUnread('internal-notes', referralId);
  return { ...query, data: useReadersMarks(query.data), refusal };
}

/**
 * The number of notes of both kinds that the person has not read. Reads the notes of this kind again when the person has read some of them,
 * or marked some as unread, on any device.
 */
function useUnread(kind: 'notes' | 'internal-notes', referralId: string): number {
  const referralIds = useMemo(() => [referralId], [referralId]);
  const { changes, of } = useUnreadNotes(referralIds);
  const field = kind === 'notes' ? 'read' : 'readInternal';
  const latest = changes
    .filter((change) => readingOf(change)?.referralId === referralId)
    .findLast((change) => readingOf(change)?.[field])?.position;
  useEffect(() => {
    if (latest !== undefined) void queryClient.invalidateQueries({ queryKey: [kind, referralId] });
  }, [kind, referralId, latest]);
  return of[referralId] ?? 0;
}
