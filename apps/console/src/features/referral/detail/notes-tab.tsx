import { Paper, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/error-state.js';
import { When } from '../../../ui/when.js';
import { internalNotesQuery } from '../queries.js';

/** Notes for the provider's staff (ordering specification, section 2, Internal notes). */
export function NotesTab({ referralId }: { readonly referralId: string }) {
  const { data: notes, error, refetch } = useQuery(internalNotesQuery(referralId));
  if (error) return <ErrorState title="Failed to fetch internal notes" error={error} onRetry={() => void refetch()} />;
  if (!notes) return <Typography color="textSecondary">Loading internal notes...</Typography>;
  return (
    <>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Internal notes
      </Typography>
      {notes.length === 0 ? <Typography color="textSecondary">No Internal Notes</Typography> : null}
      <Stack component="ul" spacing={2} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {notes.map(({ id, note, createdAt, createdByUser }) => (
          <Paper key={id} component="li" variant="outlined" sx={{ p: 2 }}>
            <Typography variant="caption" color="textSecondary" component="div" sx={{ mb: 1 }}>
              {createdByUser.name ?? 'Somebody without an account'}, <When at={createdAt} />
            </Typography>
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note}</Typography>
          </Paper>
        ))}
      </Stack>
    </>
  );
}
