import { Paper, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { RecertificationList } from '../../../ui/recertification-list.js';

/** Recertifications that a search of the referrals finds as well. They are no referrals, so the list does not hold them. */
export function FoundRecertifications({ search }: { readonly search: string }) {
  const { data } = useQuery({
    queryKey: ['found-recertifications', search],
    queryFn: ({ signal }) => call('GET /recertifications', { query: { search } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <Paper variant="outlined" component="section" aria-label="Recertifications found" sx={{ px: 2, py: 1, mb: 2 }}>
      <Typography variant="h3" component="h2">
        Recertifications
      </Typography>
      <RecertificationList rows={data.rows} withMember />
    </Paper>
  );
}
