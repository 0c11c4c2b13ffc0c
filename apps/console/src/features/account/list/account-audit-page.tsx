import { Box, Button } from '@mui/material';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { Page } from '../../../ui/page/page.js';
import { SearchField } from '../../../ui/fields/search-field.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { AdminActList } from '../profile/admin-act-list.js';

const DEFAULTS = { search: '', page: 0 };

/** The page /audit/accounts for ops and admins: the acts of administrators and their reasons. */
export function AccountAuditPage() {
  const [{ search, page }, setView] = useUrlState(DEFAULTS);
  const find = (text: string) => setView({ search: text, page: 0 }, { replace: true });
  const box = useSearchText(search, find);
  return (
    <Page
      title="Audit of administration"
      about="What administrators did, newest first: to whose account or to what, and why."
    >
      <Box role="search" sx={{ mb: 2, maxWidth: 480 }}>
        <SearchField label="Person, administrator or area" {...box} />
      </Box>
      <AdminActList
        question={{ search, page }}
        onPage={(next) => setView({ page: next })}
        empty={
          <EmptyState
            title={search === '' ? 'Administrators have done nothing yet' : `Nothing matches “${search}”`}
            action={search === '' ? undefined : <Button onClick={() => find('')}>Clear search</Button>}
          >
            {search === ''
              ? 'Each act of an administrator appears here.'
              : 'Try fewer letters of the name, the address or the area, such as Banners.'}
          </EmptyState>
        }
      />
    </Page>
  );
}
