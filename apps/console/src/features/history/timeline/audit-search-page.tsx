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
import { Loading } from '../../../ui/page/loading.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { AuditTabs, tabIn } from './audit-tabs.js';
import { FoundRecertifications } from '../../../case/recertification-list.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { PagedList } from '../../../ui/tables/paged-list.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { When } from '../../../ui/words/when.js';

const ActList = onDemand(async () => (await import('../search/act-list.js')).ActList);
const ViewingList = onDemand(async () => (await import('../search/viewing-list.js')).ViewingList);

const TABS = { referrals: 'Referrals', happened: 'What happened', seen: 'What was seen' } as const;
const DEFAULTS = { search: '', page: 0 };
const NO_TAB = { tab: '' };
const NONE: readonly RecertificationRow[] = [];

interface AuditSearchPageProps {
  readonly banner?: ReactNode;
  /** Below the list of referrals: how far the log is signed. */
  readonly proof?: ReactNode;
  /** The saved views of the searches. */
  readonly views?: ReactNode;
}

/**
 * The page /audit for ops and admins: finds a referral or a recertification and opens its history, and searches over all that happened and all
 * that was seen. Each tab reads its own, because a read is itself a viewing.
 */
export function AuditSearchPage({ banner, proof, views }: AuditSearchPageProps) {
  const [view, setView] = useUrlState(NO_TAB);
  const tab = tabIn(TABS, view.tab);
  const approach = () => {
    ActList.preload();
    ViewingList.preload();
  };
  return (
    <Page
      title="Audit"
      about="Everything that happened, and who saw what: by referral, person, company, kind and period."
      action={
        <Button component={Link} to="/audit/accounts">
          Audit of administration
        </Button>
      }
      banner={banner}
    >
      <AuditTabs
        tabs={TABS}
        shown={tab}
        onShow={(next) => setView({ tab: next === 'referrals' ? '' : next })}
        onApproach={approach}
      >
        {tab === 'happened' ? (
          <ActList views={views} fallback={<Loading label="What happened is loading" />} />
        ) : tab === 'seen' ? (
          <ViewingList views={views} fallback={<Loading label="What was seen is loading" />} />
        ) : (
          <ReferralFinder proof={proof} />
        )}
      </AuditTabs>
    </Page>
  );
}

/** Finds a referral or a recertification. */
function ReferralFinder({ proof }: Pick<AuditSearchPageProps, 'proof'>) {
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
    <>
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
    </>
  );
}

const COLUMNS: readonly DataColumn<ReferralListRow>[] = [
  {
    id: 'referralId',
    header: 'Referral ID',
    title: true,
    cell: ({ referralId, status }) => (
      <ReferralId id={referralId} to={pathTo.audit(referralId)} status={status} copyable={false} />
    ),
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
