import { Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Page } from '../../../ui/page.js';
import { eligibleMembersQuery } from '../api/list-imports.js';
import { PROGRAMME_WORDS } from '../programme-words.js';
import { ImportTable } from './import-table.js';
import { UploadMembers } from './upload-members.js';

/** Who may order on the forms with a look-up: from files of their health plans, by no name (issue 5, section 4). */
export function EligibleMembersPage() {
  const { data, error, refetch } = useQuery(eligibleMembersQuery);
  return (
    <Page
      title="Eligible members"
      about="Who can order rewards, once each. Nobody can be read here: the portal keeps hashes only."
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
