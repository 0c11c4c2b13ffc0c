import { mayAudit } from '@throughline/domain';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { serverNow } from '../api/server-time.js';
import { userAtom } from '../session/session.js';
import { useUrlState } from '../ui/tables/url-state.js';
import { PRESENT, usePast } from './past.js';

/** Shows the page as of now, with the bar that goes back from there. For auditors; renders nothing for others, and at an earlier moment. */
export function AsOfButton() {
  const user = useAtomValue(userAtom);
  const past = usePast();
  const [, setUrl] = useUrlState(PRESENT);
  if (past || !user || !mayAudit(user)) return null;
  return (
    <Button variant="outlined" onClick={() => setUrl({ asOf: new Date(serverNow()).toISOString() })}>
      As of…
    </Button>
  );
}
