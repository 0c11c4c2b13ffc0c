import { Box } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { taskViewersAtom, lookingAtom } from '../../../live/connection.js';
import { usePast } from '../../../past/past.js';
import { userAtom } from '../../../session/session.js';
import { Eye } from '../../../ui/icons/page-icons.js';
import { LINE_BELOW } from '../../../ui/words/one-line.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';

/** Names of the other people who have the task open; null if there are none. */
function useOtherViewers(taskId: string): string | null {
  const user = useAtomValue(userAtom);
  const others = useAtomValue(taskViewersAtom).filter(
    (viewer) => viewer.taskId === taskId && viewer.userId !== user?.id,
  );
  const [first, ...more] = others.map(({ name }) => name);
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

/** Announces to other staff that this page shows the task, and lists who else has it open. Nobody looks at an earlier moment. */
export function AlsoLooking({ taskId }: { readonly taskId: string }) {
  const setLooking = useSetAtom(lookingAtom);
  const isPast = usePast() !== null;
  useEffect(() => {
    if (isPast) return;
    setLooking(taskId);
    return () => setLooking(null);
  }, [taskId, isPast, setLooking]);
  const names = useOtherViewers(taskId);
  if (isPast) return null;
  return (
    <span role="status" aria-label="Who else looks at this task">
      {names === null ? null : <>Also looking at this task: {names}</>}
    </span>
  );
}

/** The people who have the task of a row open: below the cell's text, or beside it on a card. */
export function RowViewers({ taskId }: { readonly taskId: string }) {
  const names = useOtherViewers(taskId);
  if (names === null) return null;
  return (
    <Box component="span" title={`Looking at this task: ${names}`} sx={LINE}>
      <Eye size={12} aria-hidden />
      <VisuallyHidden>Looking at this task: </VisuallyHidden>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {names}
      </Box>
    </Box>
  );
}

const LINE = {
  ...LINE_BELOW,
  position: { sm: 'absolute' },
  display: { xs: 'inline-flex', sm: 'flex' },
  alignItems: 'center',
  gap: 0.5,
  ml: { xs: 1, sm: 0 },
  maxWidth: { sm: 'calc(100% - 12px)' },
  color: 'secondary.main',
} as const;
