import { MAX_SEARCH_LENGTH, NOTE_SORT_FIELDS, type NoteListRow, type User } from '@throughline/contracts';
import { Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo, useState } from 'react';
import { userAtom } from '../../../session/session.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import type { ListFilterSet } from '../../../ui/tables/list-filter-panel.js';
import { chosenIn, ListFilters } from '../../../ui/tables/list-filters.js';
import { ListSearch } from '../../../ui/tables/list-search.js';
import { LiveListPage } from '../../../ui/tables/live-list-page.js';
import { SharedNames } from '../../../ui/words/members-of-one-name.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { actionColumns, noteColumns, NOTES_MIN_WIDTH } from './note-columns.js';
import { useNoteList } from './use-note-list.js';
import english from '../../../../texts/en/note-list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-list', english);

const SuggestedSearches = onDemand(
  async () => (await import('../../../ui/tables/suggested-searches.js')).SuggestedSearches,
);

const keyOf = ({ id }: NoteListRow) => id;
const memberOf = (row: NoteListRow) => row;

/** `provider`: for a referrer, only notes and replies of the provider; for the provider's people, only those of others. */
const DEFAULTS = {
  page: 0,
  search: '',
  sort: 'createdDate',
  order: 'desc',
  company: false,
  provider: false,
  action: false,
};

interface Replying {
  readonly user: User;
  readonly onClose: () => void;
  /** Called when the reply was saved. */
  readonly onSent: () => void;
}

interface ReplyPart {
  readonly open: (note: NoteListRow, replying: Replying) => ReactNode;
  readonly preload: () => void;
}

/**
 * /notes: the notes of the referrals that the person may read (ordering specification, section 2, Notes list), or only those that need
 * action. `views` is shown beside the filters, and `reply` over the list.
 */
export function NoteListPage({ views, reply }: { readonly views: ReactNode; readonly reply: ReplyPart }) {
  const t = useTexts();
  const user = useAtomValue(userAtom);
  const isReferrer = user?.role === 'referrer';
  const [view, setView] = useUrlState(DEFAULTS);
  const search = useSearchText(view.search, (search) => setView({ search, page: 0 }, { replace: true }));
  const field = NOTE_SORT_FIELDS.find((name) => name === view.sort) ?? 'createdDate';
  const direction = view.order === 'asc' ? 'asc' : 'desc';
  const list = useNoteList({
    page: view.page,
    search: view.search.slice(0, MAX_SEARCH_LENGTH),
    field,
    direction,
    includeCompany: view.company,
    onlyThroughline: isReferrer && view.provider,
    onlyNotThroughline: !isReferrer && view.provider,
    needsAction: view.action,
  });
  const { live } = list;
  const [answered, setAnswered] = useState<NoteListRow | null>(null);
  const { preload } = reply;
  const columns = useMemo(
    () => (view.action ? actionColumns : noteColumns)(t, { onReply: setAnswered, preload }),
    [view.action, t, preload],
  );
  // Among notes that need action, a note that the reply has settled keeps its row.
  const showOwn = () => {
    if (!view.action) void list.refetch();
  };
  const isNarrowed = view.search !== '' || view.provider || view.action;
  const filters: ListFilterSet = {
    switches: [
      ...(isReferrer && user.company !== null
        ? [
            {
              label: t('company', { company: user.company.name }),
              checked: view.company,
              onChange: (company: boolean) => setView({ company, page: 0 }),
            },
          ]
        : []),
      {
        label: t(isReferrer ? 'fromProvider' : 'notFromProvider'),
        checked: view.provider,
        onChange: (provider) => setView({ provider, page: 0 }),
      },
      {
        label: t('needAction'),
        checked: view.action,
        // Notes that need action are sorted oldest first.
        onChange: (action) => setView({ action, sort: 'createdDate', order: action ? 'asc' : 'desc', page: 0 }),
      },
    ],
    columns,
    sort: { field, sort: direction },
    onSort: ({ field: sort, sort: order }) => setView({ sort, order, page: 0 }),
    onClear: () => setView({ search: '', company: false, provider: false, action: false, page: 0 }),
  };

  return (
    <LiveListPage
      title={t('title')}
      about={t(isReferrer ? 'own' : 'all')}
      list={list}
      words={{ failed: t('failed'), notReadAgain: t('notReadAgain'), loading: t('loading'), still: t('still') }}
      news={live.arrived}
      page={view.page}
      onPage={(page, how) => setView({ page }, how)}
      noun="notes"
      narrowed={{ by: chosenIn(filters), onClear: filters.onClear }}
      filters={
        <>
          <ListSearch label={t('search')} placeholder={t('searchFor')} {...search} />
          <ListFilters filters={filters} isNarrowed={isNarrowed} />
          {views}
        </>
      }
    >
      <SharedNames rows={live.rows} keyOf={keyOf} memberOf={memberOf} namesakes={list.data?.namesakes}>
        <DataTable
          caption={t('title')}
          columns={columns}
          {...(!view.action && { minWidth: NOTES_MIN_WIDTH })}
          rows={live.rows}
          rowKey={keyOf}
          mark={({ actionNeeded }) =>
            view.action && !actionNeeded ? { kind: 'finished', words: t('actionDone') } : null
          }
          busy={list.isFetching}
          sort={filters.sort}
          onSort={filters.onSort}
          hasOwnCardSort={false}
          empty={
            isNarrowed ? (
              <EmptyState
                title={t(view.action && view.search === '' ? 'noneNeedsAction' : 'noMatch')}
                action={
                  <Button onClick={() => setView({ search: '', provider: false, action: false, page: 0 })}>
                    {t('clear')}
                  </Button>
                }
              >
                {t(view.action && view.search === '' ? 'nobodyWaits' : 'noMatchAbout')}
                <SuggestedSearches
                  search={view.search}
                  includeCompany={view.company}
                  onChoose={(search) => setView({ search, page: 0 })}
                />
              </EmptyState>
            ) : (
              <EmptyState title={t('none')}>{t('noneAbout')}</EmptyState>
            )
          }
        />
        {answered && user ? reply.open(answered, { user, onClose: () => setAnswered(null), onSent: showOwn }) : null}
      </SharedNames>
    </LiveListPage>
  );
}
