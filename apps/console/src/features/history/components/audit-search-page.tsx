import { Box, Button, FormHelperText, FormLabel, TextField } from '@mui/material';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../ui/empty-state.js';
import { Page } from '../../../ui/page.js';
import { asReferralId } from '../../../ui/referral-id-format.js';
import { TablePager } from '../../../ui/table-pager.js';
import { LIST_DEBOUNCE_MS, useDebounced } from '../../../ui/use-debounced.js';
import { useUrlState } from '../../../ui/use-url-state.js';
import { useFoundReferrals } from '../api/find-referrals.js';
import { FoundReferrals } from './found-referrals.js';

const NOTHING_ASKED = { search: '', page: 0 };

/** /audit (ops and admins): find the referral whose history is asked for. */
export function AuditSearchPage() {
  const navigate = useNavigate();
  const [asked, ask] = useUrlState(NOTHING_ASKED);
  const [typed, setTyped] = useState(asked.search);
  const search = useDebounced(typed.trim(), LIST_DEBOUNCE_MS);
  const { data: found, error, isPending, isPlaceholderData, refetch } = useFoundReferrals(asked.search, asked.page);

  useEffect(() => {
    // Only what was typed goes into the address; coming back to a page of the list leaves it alone.
    if (search !== asked.search) ask({ search, page: 0 }, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);

  const openTyped = (event: FormEvent) => {
    event.preventDefault();
    const id = asReferralId(typed);
    if (id !== null) void navigate(`/audit/${id}`);
  };

  return (
    <Page
      title="Audit"
      about="Find a referral to see everything that happened to it, who did it, and how it looked at any moment."
    >
      <Box component="form" role="search" onSubmit={openTyped} sx={{ mb: 3, maxWidth: 560 }}>
        <FormLabel htmlFor="audit-search">Referral id, member or referrer</FormLabel>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <TextField
            id="audit-search"
            type="search"
            fullWidth
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 100, 'aria-describedby': 'audit-search-help', autoComplete: 'off' } }}
          />
          <Button type="submit" variant="contained" disabled={asReferralId(typed) === null}>
            Open audit
          </Button>
        </Box>
        <FormHelperText id="audit-search-help">
          A whole referral id opens its audit; anything else searches the list below.
        </FormHelperText>
      </Box>
      <FoundReferrals
        rows={found?.rows}
        loading={isPending}
        outdated={isPlaceholderData}
        error={found === undefined ? error : null}
        onRetry={() => void refetch()}
        empty={
          asked.search === '' ? (
            <EmptyState title="No referrals yet">As soon as an order is submitted, its history is here.</EmptyState>
          ) : (
            <EmptyState
              title={`No referral matches “${asked.search}”`}
              action={<Button onClick={() => setTyped('')}>Clear search</Button>}
            >
              Try fewer letters, or the referral id alone.
            </EmptyState>
          )
        }
      />
      {found === undefined ? null : (
        <TablePager page={asked.page} rowCount={found.rowCount} noun="referrals" onPage={(page) => ask({ page })} />
      )}
    </Page>
  );
}
