import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.js';
import { Page } from '../ui/page.js';

export function Component() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/" variant="contained">
            Go to Home
          </Button>
        }
      >
        The link may be old or incomplete. A referral is found by its ID with the search above.
      </EmptyState>
    </Page>
  );
}
