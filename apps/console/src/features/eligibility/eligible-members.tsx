import { REWARD_PROGRAMME_WORDS } from '@throughline/domain';
import { Stack, Typography } from '@mui/material';
import { ReadState } from '../../ui/page/read-state.js';
import { useQuery } from '@tanstack/react-query';
import { eligibleMembersQuery } from './queries.js';
import { ImportTable } from './import-table.js';
import { UploadMembers } from './upload-members.js';
import { withCommas } from '../../ui/words/counts.js';

/** Counts of members who may order rewards, and the import of member files. */
export function EligibleMembers() {
  const read = useQuery(eligibleMembersQuery);
  return (
    <ReadState read={read} failed="Failed to load eligible members" loading="Eligible members are loading">
      {(data) => (
        <Stack sx={{ gap: 4, maxWidth: 1200 }}>
          <Typography color="textSecondary">
            Members who can order rewards, once each. The portal keeps only hashes, so it cannot list them.
          </Typography>
          <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 0.5 }}>
            {data.programmes.map(({ programme, eligible, redeemed }) => (
              <Typography component="li" key={programme}>
                {REWARD_PROGRAMME_WORDS[programme]}: {withCommas(eligible)} eligible, {withCommas(redeemed)} redeemed
              </Typography>
            ))}
          </Stack>
          <UploadMembers />
          <ImportTable imports={data.imports} />
        </Stack>
      )}
    </ReadState>
  );
}
