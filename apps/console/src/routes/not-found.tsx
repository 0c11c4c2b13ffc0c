import { Button, Stack } from '@mui/material';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/empty-state.js';
import { Page } from '../ui/page.js';

export function Component() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        action={
          <Stack direction="row" sx={{ gap: 1, justifyContent: 'center', flexWrap: 'wrap' }}>
            <Button component={Link} to="/" variant="contained">
              Go to Home
            </Button>
            <Button component={Link} to="/check-referral" variant="outlined">
              Check Status
            </Button>
          </Stack>
        }
      >
        The link may be old or incomplete. A referral is found by its ID, or by the member, under Check Status.
      </EmptyState>
    </Page>
  );
}
