import { mayAudit } from '@throughline/domain';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { serverNow } from '../api/server-time.js';
import { userAtom } from '../session/session.js';
import { useAddress } from '../ui/tables/url-state.js';
import { withAsOf } from './as-of-address.js';
import { usePast } from './past.js';

/** Shows the page as of now, with the bar that goes back from there. For auditors; renders nothing for others, and at an earlier moment. */
export function AsOfButton() {
  const user = useAtomValue(userAtom);
  const past = usePast();
  const [, setParameters] = useAddress();
  if (user === null || !mayAudit(user) || past) return null;
  const open = () => setParameters((before) => withAsOf(before, new Date(serverNow()).toISOString()));
  return (
    <Button variant="outlined" onClick={open}>
      As of…
    </Button>
  );
}
