import type { CompanyView } from '@throughline/contracts';
import { Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { call } from '../../../api/api.js';
import { Coming } from '../../../ui/coming.js';
import type { DataColumn } from '../../../ui/data-column.js';
import { DataTable } from '../../../ui/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { ErrorState } from '../../../ui/error-state.js';
import { companiesQuery } from '../queries.js';
import { nameOf } from '../profile/account-acts.js';

/** The most that the API lists at once. */
const SITE_ADMINS_SHOWN = 100;

/** The companies, each with its site administrators. */
export function CompanyList() {
  const { data: companies, error, refetch } = useQuery(companiesQuery);
  const { data: admins } = useQuery({
    queryKey: ['users', 'site-admins'],
    queryFn: ({ signal }) =>
      call('GET /users', { query: { filter: 'site-admins', pageSize: SITE_ADMINS_SHOWN } }, { signal }),
  });
  if (companies === undefined) {
    return error ? (
      <ErrorState title={`Error Loading Companies: ${error.message}`} error={error} onRetry={() => void refetch()} />
    ) : (
      <Coming label="Companies are loading" />
    );
  }
  const columns: readonly DataColumn<CompanyView>[] = [
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
        const own = admins?.rows.filter(({ company }) => company?.id === id) ?? [];
        if (own.length === 0) return '–';
        return own.map((user, n) => (
          <span key={user.id}>
            {n === 0 ? '' : ', '}
            <Link component={RouterLink} to={`/user/${user.id}`}>
              {nameOf(user)}
            </Link>
          </span>
        ));
      },
    },
  ];
  return (
    <DataTable
      caption="Companies"
      columns={columns}
      rows={companies}
      rowKey={({ id }) => String(id)}
      empty={<EmptyState title="No companies" />}
    />
  );
}
