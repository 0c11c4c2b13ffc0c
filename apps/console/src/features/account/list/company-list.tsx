import type { CompanyView, User } from '@throughline/contracts';
import { Button, Link, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { AdminTable, type RowAction } from '../../../ui/tables/admin-table.js';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { companiesQuery, siteAdminsQuery } from '../queries.js';
import { nameOf } from '../profile/account-actions.js';

const NameSiteAdmin = onDemand(async () => (await import('./site-admin-dialogs.js')).NameSiteAdmin);
const RemoveSiteAdmin = onDemand(async () => (await import('./site-admin-dialogs.js')).RemoveSiteAdmin);

/** The companies with their site administrators. Site administrators are named and removed here. */
export function CompanyList() {
  const read = useQuery(companiesQuery);
  const admins = useQuery(siteAdminsQuery);
  const [removing, setRemoving] = useState<User | null>(null);
  const closeRemoving = () => setRemoving(null);
  const columns = useMemo(() => columnsFor(admins.data, setRemoving), [admins.data]);
  return (
    <ReadState
      read={read}
      failed={`Error Loading Companies: ${read.error?.message ?? ''}`}
      loading="Companies are loading"
    >
      {(companies) => (
        <>
          {admins.error ? (
            <ErrorState
              title="Failed to load site administrators"
              error={admins.error}
              onRetry={() => void admins.refetch()}
            />
          ) : null}
          <AdminTable
            caption="Companies"
            about="A site administrator sees, invites and deactivates the people of their own company."
            columns={columns}
            rows={companies}
            rowKey={({ id }) => String(id)}
            rowName={({ name }) => `of ${name}`}
            acts={ACTS}
            empty={{ title: 'No companies' }}
          />
          {removing ? <RemoveSiteAdmin account={removing} onClose={closeRemoving} onFailed={closeRemoving} /> : null}
        </>
      )}
    </ReadState>
  );
}

const ACTS: readonly RowAction<CompanyView>[] = [{ label: 'Name a site administrator', Dialog: NameSiteAdmin }];

/** `admins` is undefined until they are read. */
const columnsFor = (
  admins: readonly User[] | undefined,
  onRemove: (admin: User) => void,
): readonly DataColumn<CompanyView>[] => [
  {
    id: 'name',
    header: 'Company',
    title: true,
    cell: ({ name }) => (
      <Link component={RouterLink} to={`/admin?search=${encodeURIComponent(name)}`}>
        {name}
      </Link>
    ),
  },
  { id: 'state', header: 'State', cell: ({ state }) => state },
  {
    id: 'admins',
    header: 'Site administrators',
    cell: ({ id }) => {
      if (admins === undefined) return '–';
      const ofCompany = admins.filter(({ company }) => company?.id === id);
      if (ofCompany.length === 0) return 'Nobody yet';
      return (
        <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {ofCompany.map((user) => (
            <li key={user.id}>
              <Link component={RouterLink} to={`/user/${user.id}`}>
                {nameOf(user)}
              </Link>{' '}
              <Button size="small" aria-label={`Remove ${nameOf(user)}`} onClick={() => onRemove(user)}>
                Remove
              </Button>
            </li>
          ))}
        </Stack>
      );
    },
  },
];
