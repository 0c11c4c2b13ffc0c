import { NOTE_SORT_FIELDS, type NoteSortField } from '@throughline/contracts';
import { Button, FormControlLabel, Stack, Switch } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { call } from '../../../api/api.js';
import { blockingError } from '../../../api/api-error.js';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { isNewNote } from '../../../live/use-unread-notes.js';
import { userAtom } from '../../../session/session.js';
import { Coming } from '../../../ui/coming.js';
import { DataTable } from '../../../ui/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { NotLive } from '../../../ui/not-live.js';
import { Page } from '../../../ui/page.js';
import { ListNews } from '../../../ui/show-updates.js';
import { TablePager, useExistingPage } from '../../../ui/table-pager.js';
import { TextField } from '../../../ui/text-field.js';
import { useUrlState } from '../../../ui/url-state.js';
import { MAX_SEARCH_LENGTH, useSearchText } from '../../../ui/use-search-text.js';
import { NOTE_COLUMNS } from '../list/note-columns.js';

/** `provider`: only the provider's own notes and replies, for a referrer; only those of others, for the provider's people. */
const DEFAULTS = { page: 0, search: '', sort: 'createdDate', order: 'desc', company: false, provider: false };

interface NoteListQuestion {
  readonly page: number;
  readonly search: string;
  readonly field: NoteSortField;
  readonly direction: 'asc' | 'desc';
  readonly includeCompany: boolean;
  readonly onlyThroughline: boolean;
  readonly onlyNotThroughline: boolean;
}

/** A page of the list, and which notes on it the person has read since, and how many are new. */
function useNoteList({ field, direction, ...question }: NoteListQuestion) {
  const query = useQuery({
    queryKey: ['note-list', { field, direction, ...question }],
    queryFn: ({ signal }) => {
      const sortModel = JSON.stringify([{ field, sort: direction }]);
      return call('GET /notes', { query: { ...question, sortModel } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  const { changes, refusal } = useLiveTopic({ name: 'note-list' }, query);
  const { data } = query;
  const rows = useMemo(() => {
    const read = new Map(
      changes
        .filter((change) => !isNewNote(change))
        .map(({ row }) => row as { readonly referralId: string; readonly read: readonly string[] })
        .map((reading) => [reading.referralId, reading.read]),
    );
    return (data?.rows ?? []).map((row) =>
      read.has(row.referralId) ? { ...row, unread: row.unread && !read.get(row.referralId)?.includes(row.id) } : row,
    );
  }, [data, changes]);
  return { ...query, refusal, rows, newNotes: changes.filter(isNewNote).length };
}

/** /notes: the notes of the referrals that the person may read (ordering specification, section 2, Notes list). */
export function NoteListPage() {
  const user = useAtomValue(userAtom);
  const isReferrer = user?.role === 'referrer';
  const [view, setView] = useUrlState(DEFAULTS);
  const [typed, setTyped] = useSearchText(view.search, (search) => setView({ search, page: 0 }, { replace: true }));
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
  });
  const { data } = list;
  useExistingPage({
    page: view.page,
    rowCount: list.isPlaceholderData ? undefined : data?.rowCount,
    onPage: (page) => setView({ page }, { replace: true }),
  });
  const isNarrowed = view.search !== '' || view.provider;

  return (
    <Page
      title="Notes"
      about={isReferrer ? 'The notes of the orders that you submitted.' : 'The notes of all orders.'}
      width="full"
      error={blockingError(list)}
      banner={<NotLive refusal={list.refusal} onRetry={() => void list.refetch()} />}
      errorTitle="Failed to load notes"
      onRetry={() => void list.refetch()}
    >
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-end', mb: 2 }}>
        <TextField
          label="Search"
          type="search"
          value={typed}
          onChange={setTyped}
          placeholder="ID or name"
          sx={{ maxWidth: 360 }}
        />
        {isReferrer && user.company !== null ? (
          <Toggle
            label={`Include All ${user.company.name} Referrals`}
            checked={view.company}
            onChange={(company) => setView({ company, page: 0 })}
          />
        ) : null}
        <Toggle
          label={
            isReferrer
              ? 'Only notes and replies from Throughline'
              : 'Only notes and replies that are not from Throughline'
          }
          checked={view.provider}
          onChange={(provider) => setView({ provider, page: 0 })}
        />
      </Stack>
      <ListNews count={list.newNotes} onShow={() => void list.refetch()}>
        New notes wait until you choose Show updates.
      </ListNews>
      {list.isPending ? (
        <Coming label="Notes are loading" />
      ) : (
        <>
          <DataTable
            caption="Notes"
            columns={NOTE_COLUMNS}
            rows={list.rows}
            rowKey={({ id }) => id}
            busy={list.isFetching}
            sort={{ field, sort: direction }}
            onSort={({ field: sort, sort: order }) => setView({ sort, order, page: 0 })}
            empty={
              isNarrowed ? (
                <EmptyState
                  title="No note matches"
                  action={
                    <Button onClick={() => setView({ search: '', provider: false, page: 0 })}>
                      Clear search and filter
                    </Button>
                  }
                >
                  No note that you can see matches the search.
                </EmptyState>
              ) : (
                <EmptyState title="No Notes">Notes appear here as soon as somebody writes one.</EmptyState>
              )
            }
          />
          <TablePager
            page={view.page}
            rowCount={data?.rowCount ?? 0}
            noun="notes"
            onPage={(page) => setView({ page })}
          />
        </>
      )}
    </Page>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Toggle({ label, checked, onChange }: ToggleProps) {
  return (
    <FormControlLabel
      control={<Switch checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      label={label}
      sx={{ minHeight: 36, ml: 0 }}
    />
  );
}
