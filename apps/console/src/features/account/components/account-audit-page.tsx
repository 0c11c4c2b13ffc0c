import { Box, Button } from '@mui/material';
import { EmptyState } from '../../../ui/empty-state.js';
import { Page } from '../../../ui/page.js';
import { TextField } from '../../../ui/text-field.js';
import { useUrlState } from '../../../ui/url-state.js';
import { useSearchText } from '../../../ui/use-search-text.js';
import { FoundActs } from '../profile/account-act-list.js';

const DEFAULTS = { search: '', page: 0 };

/** /audit/accounts (ops and admins): what administrators did to accounts, and why. */
export function AccountAuditPage() {
  const [{ search, page }, setView] = useUrlState(DEFAULTS);
  const find = (text: string) => setView({ search: text, page: 0 }, { replace: true });
  const [typed, setTyped] = useSearchText(search, find);
  return (
    <Page title="Audit of accounts" about="What was done to accounts, newest first: by whom, and why.">
      <Box role="search" sx={{ mb: 2, maxWidth: 480 }}>
        <TextField label="Person or administrator" type="search" value={typed} onChange={setTyped} />
      </Box>
      <FoundActs
        question={{ search, page }}
        onPage={(next) => setView({ page: next })}
        empty={
          <EmptyState
            title={search === '' ? 'Nothing was done to accounts yet' : `Nothing matches “${search}”`}
            action={search === '' ? undefined : <Button onClick={() => find('')}>Clear search</Button>}
          >
            {search === '' ? 'Each act of an administrator appears here.' : 'Try fewer letters of the name or address.'}
          </EmptyState>
        }
      />
    </Page>
  );
}
