import { useEffect, useRef } from 'react';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';

/** Notes that were seen within this time are reported in one request. */
const REPORT_DELAY_MS = 300;

/** Reports which notes of one kind the person has read, and marks notes as unread again. */
export function useReadNotes(kind: 'notes' | 'internal-notes', referralId: string) {
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: [kind, referralId] });
  const read = useCommand(`POST /${kind}/read`, { onSuccess });
  const mark = useCommand(`POST /${kind}/mark-unread`, { onSuccess });
  const seen = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const report = () => {
    timer.current = undefined;
    const noteIds = seen.current.splice(0);
    if (noteIds.length > 0) read.mutate({ body: { referralId, noteIds } });
  };
  return {
    seen: (noteId: string) => {
      seen.current.push(noteId);
      timer.current ??= setTimeout(report, REPORT_DELAY_MS);
    },
    markUnread: (noteId: string) => mark.mutate({ body: { referralId, noteIds: [noteId] } }),
  };
}
