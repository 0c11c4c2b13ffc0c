import { Alert, Button } from '@mui/material';
import { atom, useAtom, useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import newest from 'virtual:newest-update';
import { sessionAtom } from '../../../session/session.js';
import { focusMain } from '../../../ui/focus.js';

const DISMISSED = 'throughline.dismissed-update.';
const VISITOR = 'visitor';

/** Counts dismissals, so that the announcement is rendered again. */
const dismissalsAtom = atom(0);

/** Announces the newest update, until the person has dismissed it; a visitor dismisses it for the browser. */
export function Announcement() {
  const { status, user } = useAtomValue(sessionAtom);
  const [, setDismissals] = useAtom(dismissalsAtom);
  const place = DISMISSED + (user?.id ?? VISITOR);
  // Who is signed in is not known yet: it would be shown for a moment.
  if (status === 'initial' || newest.id === '' || storedAt(place) === newest.id) return null;
  const dismiss = () => {
    try {
      localStorage.setItem(place, newest.id);
    } catch {
      // The storage is full or disabled: it comes back with the next page.
    }
    setDismissals((before) => before + 1);
    focusMain();
  };
  return (
    <Alert
      severity="info"
      sx={{
        mb: 3,
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        '& .MuiAlert-message': { flex: 1, minWidth: 200 },
      }}
      action={
        <>
          <Button color="inherit" size="small" component={Link} to="/updates">
            Update Notes
          </Button>
          <Button color="inherit" size="small" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      New: {newest.title}
    </Alert>
  );
}

function storedAt(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}
