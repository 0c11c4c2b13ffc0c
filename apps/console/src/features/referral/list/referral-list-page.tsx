import { MAX_SEARCH_LENGTH, REFERRAL_SORT_FIELDS, type ReferralListRow } from '@throughline/contracts';
import { maySeeQueue } from '@throughline/domain';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useUnreadNotes } from '../../../live/use-unread-notes.js';
import { userAtom } from '../../../session/session.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import type { ListFilterSet } from '../../../ui/tables/list-filter-panel.js';
import { chosenIn, ListFilters } from '../../../ui/tables/list-filters.js';
import { ListSearch } from '../../../ui/tables/list-search.js';
import { LiveListPage } from '../../../ui/tables/live-list-page.js';
import { SharedNames } from '../../../ui/words/members-of-one-name.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { listColumns, UnreadOfRows } from './list-columns.js';
import { useStatusFilter } from './status-filter.js';
import { useReferralList } from './use-referral-list.js';
import english from '../../../../texts/en/referral-list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('referral-list', english);

const RecertificationsOfSearch = onDemand(
  async () => (await import('../../../case/recertification-list.js')).RecertificationsOfSearch,
);
const SuggestedSearches = onDemand(
  async () => (await import('../../../ui/tables/suggested-searches.js')).SuggestedSearches,
);

const DEFAULTS = {
  page: 0,
  search: '',
  status: [] as readonly string[],
  sort: 'referralId',
  order: 'desc',
  company: false,
};

const keyOf = ({ referralId }: ReferralListRow) => referralId;
const memberOf = (row: ReferralListRow) => ({ ...row, medicaidId: row.insuranceMedicaid });

/** /referrals: a referrer's own or company's referrals, or all of them for the provider's staff. `views` is shown beside the filters. */
export function ReferralListPage({ views }: { readonly views: ReactNode }) {
  const t = useTexts();
  const columns = useMemo(() => listColumns(t), [t]);
  const user = useAtomValue(userAtom);
  const [view, setView] = useUrlState(DEFAULTS);
  const search = useSearchText(view.search, (search) => setView({ search, page: 0 }, { replace: true }));

  const field = REFERRAL_SORT_FIELDS.find((name) => name === view.sort) ?? 'referralId';
  const direction = view.order === 'asc' ? 'asc' : 'desc';
  const list = useReferralList({
    page: view.page,
    search: view.search.slice(0, MAX_SEARCH_LENGTH),
    status: view.status,
    field,
    direction,
    includeCompany: view.company,
  });
  const { data, live } = list;
  const ids = useMemo(() => data?.rows.map(({ referralId }) => referralId) ?? [], [data]);
  const { of: unread } = useUnreadNotes(ids);
  const pending = live.changed.size + live.elsewhere.size;
  const narrowed = view.search !== '' || view.status.length > 0;
  const filters: ListFilterSet = {
    choosing: useStatusFilter({
      chosen: view.status,
      counts: data?.statusCounts ?? {},
      onChange: (status) => setView({ status, page: 0 }),
    }),
    switches:
      user?.role === 'referrer' && user.company !== null
        ? [
            {
              label: t('company', { company: user.company.name }),
              checked: view.company,
              onChange: (company) => setView({ company, page: 0 }),
            },
          ]
        : [],
    columns,
    sort: { field, sort: direction },
    onSort: ({ field: sort, sort: order }) => setView({ sort, order, page: 0 }),
    onClear: () => setView({ search: '', status: [], company: false, page: 0 }),
  };

  return (
    <LiveListPage
      title={t('title')}
      about={t(user?.role === 'referrer' ? 'own' : 'all')}
      action={
        <Button variant="contained" component={Link} to="/create-referral">
          {t('new')}
        </Button>
      }
      list={list}
      words={{ failed: t('failed'), notReadAgain: t('notReadAgain'), loading: t('loading'), still: t('still') }}
      news={pending}
      page={view.page}
      onPage={(page, how) => setView({ page }, how)}
      noun="referrals"
      narrowed={{ by: chosenIn(filters), onClear: filters.onClear }}
      filters={
        <>
          <ListSearch label={t('search')} placeholder={t('searchFor')} {...search} />
          <ListFilters filters={filters} isNarrowed={narrowed} />
          {views}
        </>
      }
      above={
        user && maySeeQueue(user) && view.search !== '' ? (
          <RecertificationsOfSearch search={view.search.slice(0, MAX_SEARCH_LENGTH)} />
        ) : null
      }
    >
      <SharedNames rows={live.rows} keyOf={keyOf} memberOf={memberOf} namesakes={list.data?.namesakes}>
        <UnreadOfRows value={unread}>
          <DataTable
            caption={t('title')}
            columns={columns}
            rows={live.rows}
            rowKey={keyOf}
            busy={list.isFetching}
            sort={filters.sort}
            onSort={filters.onSort}
            hasOwnCardSort={false}
            mark={({ referralId }) => (live.changed.has(referralId) ? { kind: 'changed', words: t('changed') } : null)}
            empty={
              narrowed ? (
                <EmptyState
                  title={t('noMatch')}
                  action={<Button onClick={() => setView({ search: '', status: [], page: 0 })}>{t('clear')}</Button>}
                >
                  {t('noMatchAbout')}
                  <SuggestedSearches
                    search={view.search}
                    includeCompany={view.company}
                    onChoose={(search) => setView({ search, page: 0 })}
                  />
                </EmptyState>
              ) : (
                <EmptyState
                  title={t('none')}
                  action={
                    <Button variant="contained" component={Link} to="/create-referral">
                      {t('first')}
                    </Button>
                  }
                >
                  {t('noneAbout')}
                </EmptyState>
              )
            }
          />
        </UnreadOfRows>
      </SharedNames>
    </LiveListPage>
  );
}
