import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../../../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { isNewNote, useUnreadNotes } from '../../../live/use-unread-notes.js';
import { internalNotesQuery, notesQuery } from '../queries.js';

/** Notes that are written in quick succession are read together. */
const READ_INTERVAL_MS = 150;
const NO_REFERRALS: readonly string[] = [];

/** The external notes of a referral, live, with those that the person has read on any of their screens. */
export function useNotes(referralId: string) {
  const query = useQuery(notesQuery(referralId));
  const { changes, refusal } = useLiveTopic({ name: 'notes', referralId }, query);
  useInvalidateOnChanges(queryClient, 'notes', changes, READ_INTERVAL_MS);
  const { changes: ofPerson } = useUnreadNotes(NO_REFERRALS);
  const readings = ofPerson.filter((change) => !isNewNote(change)).at(-1)?.position;
  useEffect(() => {
    if (readings !== undefined) void queryClient.invalidateQueries({ queryKey: ['notes'] });
  }, [readings]);
  return { ...query, refusal };
}

export type Notes = ReturnType<typeof useNotes>;

/** The internal notes of a referral, live, for the provider's people. */
export function useInternalNotes(referralId: string) {
  const query = useQuery(internalNotesQuery(referralId));
  const { changes, refusal } = useLiveTopic({ name: 'internal-notes', referralId }, query);
  useInvalidateOnChanges(queryClient, 'internal-notes', changes, READ_INTERVAL_MS);
  return { ...query, refusal };
}
