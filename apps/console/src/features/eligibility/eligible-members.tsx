import { REWARD_PROGRAMME_WORDS } from '@throughline/domain';
import { Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Coming } from '../../ui/coming.js';
import { ErrorState } from '../../ui/error-state.js';
import { eligibleMembersQuery } from './queries.js';
import { ImportTable } from './import-table.js';
import { UploadMembers } from './upload-members.js';

/** Counts of members who may order rewards, and the import of member files. */
export function EligibleMembers() {
  const { data, error, refetch } = useQuery(eligibleMembersQuery);
  if (data === undefined) {
    return error ? (
      <ErrorState title="Failed to load eligible members" error={error} onRetry={() => void refetch()} />
    ) : (
      <Coming label="Eligible members are loading" />
    );
  }
  return (
    <Stack sx={{ gap: 4, maxWidth: 1200 }}>
      <Typography color="textSecondary">
        Members who can order rewards, once each. The portal keeps only hashes, so it cannot list them.
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 0.5 }}>
        {data.programmes.map(({ programme, eligible, redeemed }) => (
          <Typography component="li" key={programme}>
            {REWARD_PROGRAMME_WORDS[programme]}: {eligible.toLocaleString('en-US')} eligible,{' '}
            {redeemed.toLocaleString('en-US')} redeemed
          </Typography>
        ))}
      </Stack>
      <UploadMembers />
      <ImportTable imports={data.imports} />
    </Stack>
  );
}
