import {
  PAGE_SIZE,
  type RecertificationRow,
  type ReferralListRow,
  typedRecertificationId,
  typedReferralId,
} from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { Box, Button, FormHelperText, FormLabel, OutlinedInput } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, searchQuery } from '../../../api/api.js';
import type { FormEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useFoundRecertifications } from '../../../case/use-recertifications.js';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ListedName } from '../../../ui/words/listed-name.js';
import { Page } from '../../../ui/page/page.js';
import { FoundRecertifications } from '../../../case/recertification-list.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { PagedList } from '../../../ui/tables/paged-list.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { When } from '../../../ui/words/when.js';

const DEFAULTS = { search: '', page: 0 };
const NONE: readonly RecertificationRow[] = [];

/** The page /audit for ops and admins: finds a referral or a recertification and opens its history. */
export function AuditSearchPage({
  banner,
  proof,
}: {
  readonly banner?: ReactNode;
  /** Below the list: how far the log is signed. */
  readonly proof?: ReactNode;
}) {
  const navigate = useNavigate();
  const [view, setView] = useUrlState(DEFAULTS);
  const search = (text: string) => setView({ search: text, page: 0 }, { replace: true });
  const { value: typed, onChange, onEnter } = useSearchText(view.search, search);
  const recertifications = useFoundRecertifications(view.search).data?.rows ?? NONE;
  const list = useFoundReferrals(view.search, view.page);

  const openTyped = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    // What the field has may be newer than the state on a slow page.
    const wanted = event.currentTarget.querySelector('input')?.value ?? typed;
    const typedId = typedReferralId(wanted) ?? typedRecertificationId(wanted);
    if (typedId === null) onEnter(wanted);
    else void navigate(pathTo.audit(typedId));
  };

  return (
    <Page
      title="Audit"
      about="Find a referral or a recertification to see its events, who caused them, and how it was at any time."
      action={
        <Button component={Link} to="/audit/accounts">
          Audit of administration
        </Button>
      }
      banner={banner}
    >
      <Box component="form" role="search" onSubmit={openTyped} sx={{ mb: 3, maxWidth: 560 }}>
        <FormLabel htmlFor="audit-search">ID, member or referrer</FormLabel>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <OutlinedInput
            id="audit-search"
            type="search"
            fullWidth
            value={typed}
            onChange={(event) => onChange(event.target.value)}
            slotProps={{ input: { maxLength: 100, 'aria-describedby': 'audit-search-help', autoComplete: 'off' } }}
          />
          {/* Never disabled: a browser ignores Enter in a form whose button is. */}
          <Button type="submit" variant="contained">
            Open audit
          </Button>
        </Box>
        <FormHelperText id="audit-search-help">
          A complete ID opens its audit. Anything else searches the list below.
        </FormHelperText>
      </Box>
      {view.search === '' ? null : (
        <FoundRecertifications
          rows={recertifications}
          addressOf={({ recertificationId }) => pathTo.audit(recertificationId)}
        />
      )}
      <PagedList
        list={list}
        failed="Failed to load referrals"
        loading="Referrals are loading"
        page={view.page}
        onPage={(page, how) => setView({ page }, how)}
        noun="referrals"
      >
        {({ rows }) => (
          <DataTable
            caption="Referrals"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ referralId }) => referralId}
            busy={list.isPlaceholderData}
            empty={
              view.search === '' ? (
                <EmptyState title="No referrals yet">
                  The history of a referral appears here as soon as it is submitted.
                </EmptyState>
              ) : (
                <EmptyState
                  title={`No referral ${recertifications.length === 0 ? 'or recertification ' : ''}matches “${view.search}”`}
                  action={<Button onClick={() => search('')}>Clear search</Button>}
                >
                  Try fewer letters, or only the ID.
                </EmptyState>
              )
            }
          />
        )}
      </PagedList>
      {proof}
    </Page>
  );
}

const COLUMNS: readonly DataColumn<ReferralListRow>[] = [
  {
    id: 'referralId',
    header: 'Referral ID',
    title: true,
    cell: ({ referralId }) => <ReferralId id={referralId} to={pathTo.audit(referralId)} copyable={false} />,
  },
  { id: 'date', header: 'Referral Date', cell: ({ referralDateTime }) => <When at={referralDateTime} /> },
  {
    id: 'member',
    header: 'Member',
    cell: (row) => <ListedName lastName={row.memberLastName} firstName={row.memberFirstName} maxWidth={200} />,
  },
  {
    id: 'referrer',
    header: 'Referred By',
    cell: (row) => <ListedName lastName={row.referralLastName} firstName={row.referralFirstName} maxWidth={200} />,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
];

/** The newest referrals that match by ID, member or referrer. `page` counts from 0. */
function useFoundReferrals(search: string, page: number) {
  return useQuery({
    queryKey: ['audit-search', search, page],
    queryFn: ({ signal }) =>
      call('GET /referrals', { query: { ...searchQuery(search), page, pageSize: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
