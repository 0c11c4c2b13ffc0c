import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useUnreadNotes } from '../live/use-unread-notes.js';
import { unreadNotesAtom } from './place-links.js';

const NO_REFERRALS: readonly string[] = [];

/** Counts the person's unread notes for the navigation, live. Renders nothing. Loaded when somebody is signed in. */
export function CountUnread() {
  const setUnread = useSetAtom(unreadNotesAtom);
  const { total } = useUnreadNotes(NO_REFERRALS);
  useEffect(() => {
    setUnread(total);
    return () => setUnread(undefined);
  }, [total, setUnread]);
  return null;
}
