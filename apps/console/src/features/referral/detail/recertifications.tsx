import { Alert, Button, Paper, Typography } from '@mui/material';
import { useRecertifications } from '../../../case/use-recertifications.js';
import { RecertificationList } from '../../../case/recertification-list.js';

/** The recertifications of what the referral ordered, live, for the provider's people. Renders nothing if there are none. */
export function Recertifications({ referralId }: { readonly referralId: string }) {
  const { data, isError, refetch } = useRecertifications(referralId);
  if (data === undefined) {
    return isError ? (
      <Alert severity="warning" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        The recertifications could not be loaded.
      </Alert>
    ) : null;
  }
  if (data.rows.length === 0) return null;
  return (
    <Paper variant="outlined" component="section" aria-label="Recertifications" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        Recertifications
      </Typography>
      <RecertificationList rows={data.rows} />
    </Paper>
  );
}
