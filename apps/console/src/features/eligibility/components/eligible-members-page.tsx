import { Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Page } from '../../../ui/page.js';
import { eligibleMembersQuery, PROGRAMME_WORDS } from '../queries.js';
import { ImportTable } from './import-table.js';
import { UploadMembers } from './upload-members.js';

/** /admin/eligible-members: counts of members who may order rewards, and the import of member files. */
export function EligibleMembersPage() {
  const { data, error, refetch } = useQuery(eligibleMembersQuery);
  return (
    <Page
      title="Eligible members"
      about="Members who can order rewards, once each. The portal keeps only hashes, so it cannot list them."
      loading={data === undefined}
      error={data === undefined ? error : null}
      onRetry={() => void refetch()}
    >
      <Stack sx={{ gap: 4 }}>
        <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 0.5 }}>
          {data?.programmes.map(({ programme, eligible, redeemed }) => (
            <Typography component="li" key={programme}>
              {PROGRAMME_WORDS[programme]}: {eligible.toLocaleString('en-US')} eligible,{' '}
              {redeemed.toLocaleString('en-US')} redeemed
            </Typography>
          ))}
        </Stack>
        <UploadMembers />
        <ImportTable imports={data?.imports ?? []} />
      </Stack>
    </Page>
  );
}
