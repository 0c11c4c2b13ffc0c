import { Button } from '@mui/material';
import { useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { signInOpenAtom } from '../../../session/session.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Page } from '../../../ui/page.js';

interface NotFoundProps {
  readonly referralId: string;
  readonly signedIn: boolean;
}

export function NotFound({ referralId, signedIn }: NotFoundProps) {
  const openSignIn = useSetAtom(signInOpenAtom);
  return (
    <Page title="Referral not found">
      <EmptyState
        title="There is no referral here that you can see"
        action={
          signedIn ? (
            <Button variant="contained" component={Link} to="/referrals">
              Go to referrals
            </Button>
          ) : (
            <Button variant="contained" onClick={() => openSignIn(true)}>
              Login
            </Button>
          )
        }
      >
        No referral that you may see has the ID {referralId}. A referral ID has 15 digits; it may also belong to another
        company.
      </EmptyState>
    </Page>
  );
}
