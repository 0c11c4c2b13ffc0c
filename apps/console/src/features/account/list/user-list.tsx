import { claimWords, roleWords, stateWords, type User } from '@throughline/contracts';
import { Box, Button, Chip, Link, Stack } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { userAtom } from '../../../session/session.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { DataTable } from '../../../ui/tables/data-table.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { OneLine } from '../../../ui/words/one-line.js';
import { SearchField } from '../../../ui/fields/search-field.js';
import { PagedList } from '../../../ui/tables/paged-list.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { nameOf } from '../profile/account-actions.js';
import { arrivalQuery, type UserFilter, usersQuery } from '../queries.js';

const CreateUser = onDemand(async () => (await import('../register/create-user.js')).CreateUser);

const DEFAULTS = { search: '', filter: 'all', page: 0 };

/** Creates an account. A site administrator can only invite to their own company. */
export function CreateUserButton() {
  const isAdmin = useAtomValue(userAtom)?.admin ?? false;
  const [creating, setCreating] = useState(false);
  const [awaited, setAwaited] = useState<string | null>(null);
  useArrival(awaited);
  const close = useCallback(() => setCreating(false), []);
  return (
    <>
      <Button
        variant="contained"
        onClick={() => setCreating(true)}
        onPointerEnter={CreateUser.preload}
        onFocus={CreateUser.preload}
      >
        {isAdmin ? 'Create user' : 'Invite'}
      </Button>
      {creating ? <CreateUser onClose={close} onFailed={close} onCreated={setAwaited} /> : null}
    </>
  );
}

/** Reads the lists again when the account exists, because the worker creates it after the answer. */
function useArrival(email: string | null): void {
  const queries = useQueryClient();
  const { data: hasArrived = false } = useQuery({ ...arrivalQuery(email ?? ''), enabled: email !== null });
  useEffect(() => {
    if (hasArrived) void queries.invalidateQueries({ queryKey: ['users'] });
  }, [hasArrived, queries]);
}

const FILTERS: readonly { readonly value: UserFilter; readonly label: string }[] = [
  { value: 'all', label: 'Everybody' },
  { value: 'claims', label: 'Companies to confirm' },
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
  { value: 'admins', label: 'Administrators' },
  { value: 'site-admins', label: 'Site administrators' },
];

/** The filters that only administrators are offered: a site administrator sees no administrators and no unconfirmed companies. */
const OF_ADMINS: readonly UserFilter[] = ['claims', 'admins'];

/** The people whom the caller manages. */
export function UserList() {
  const [{ search, filter: given, page }, setView] = useUrlState(DEFAULTS);
  const isAdmin = useAtomValue(userAtom)?.admin ?? false;
  const filters = FILTERS.filter(({ value }) => isAdmin || !OF_ADMINS.includes(value));
  const filter = filters.find(({ value }) => value === given)?.value ?? 'all';
  const find = (text: string) => setView({ search: text, page: 0 }, { replace: true });
  const box = useSearchText(search, find);
  const read = useQuery(usersQuery({ search, filter, page }));
  return (
    <>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, mb: 2 }} role="search">
        <Box sx={{ flex: 1, maxWidth: 480 }}>
          <SearchField label="Name, email or company" {...box} />
        </Box>
        <Box sx={{ minWidth: 220 }}>
          <ChoiceField
            label="Show"
            emptyLabel={null}
            choices={filters}
            value={filter}
            onChange={(value) => setView({ filter: value, page: 0 })}
          />
        </Box>
      </Stack>
      <PagedList
        list={read}
        failed="Failed to load people"
        loading="People are loading"
        page={page}
        onPage={(next, how) => setView({ page: next }, how)}
        noun="people"
      >
        {({ rows }) => (
          <DataTable
            caption="People"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            minWidth={960}
            busy={read.isPlaceholderData}
            empty={
              <EmptyState
                title={search === '' && filter === 'all' ? 'No people yet' : 'Nobody matches'}
                action={
                  search === '' && filter === 'all' ? undefined : (
                    <Button onClick={() => setView({ search: '', filter: 'all', page: 0 })}>Show everybody</Button>
                  )
                }
              >
                {filter === 'claims'
                  ? 'No company waits to be confirmed.'
                  : 'Try fewer letters, or another part of the name. Whether somebody is invited or locked out, or has a new password to choose, the sign-in alone knows: it is shown beside each name, and not searched.'}
              </EmptyState>
            }
          />
        )}
      </PagedList>
    </>
  );
}

const COLUMNS: readonly DataColumn<User>[] = [
  {
    id: 'name',
    header: 'Name',
    title: true,
    width: '22%',
    cell: (user) => (
      <Link component={RouterLink} to={`/user/${user.id}`}>
        <OneLine text={nameOf(user)} maxWidth="100%" />
      </Link>
    ),
  },
  { id: 'email', header: 'Email', width: '24%', cell: ({ email }) => <OneLine text={email} maxWidth="100%" /> },
  {
    id: 'company',
    header: 'Company',
    width: '16%',
    cell: ({ company }) => <OneLine text={company?.name ?? '–'} maxWidth="100%" />,
  },
  { id: 'role', header: 'Role', width: '150px', cell: roleWords },
  { id: 'state', header: 'State', cell: (user) => <State user={user} /> },
];

function State({ user }: { readonly user: User }) {
  const words = stateWords(user);
  const claim = user.active && user.claimedCompany ? claimWords(user.claimedCompany) : null;
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
      {user.active && user.signInState === 'active' ? words : <Chip size="small" label={words} sx={{ flex: 'none' }} />}
      {claim === null ? null : <Chip size="small" color="secondary" label={claim} title={claim} sx={{ minWidth: 0 }} />}
    </Stack>
  );
}
