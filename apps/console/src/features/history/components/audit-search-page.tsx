import { Box, Button, FormHelperText, FormLabel, Pagination, TextField } from '@mui/material';
import { PAGE_SIZE } from '@throughline/contracts';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../ui/empty-state.js';
import { Page } from '../../../ui/page.js';
import { asReferralId } from '../../../ui/referral-id-format.js';
import { LIST_DEBOUNCE_MS, useDebounced } from '../../../ui/use-debounced.js';
import { useFoundReferrals } from '../api/find-referrals.js';
import { FoundReferrals } from './found-referrals.js';

/** /audit (ops and admins): find the referral whose history is asked for. */
export function AuditSearchPage() {
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const [typed, setTyped] = useState(parameters.get('search') ?? '');
  const search = useDebounced(typed.trim(), LIST_DEBOUNCE_MS);
  const page = Math.max(Number(parameters.get('page') ?? 1) || 1, 1);
  const { data: found, error, isPending, isPlaceholderData, refetch } = useFoundReferrals(search, page - 1);

  useEffect(() => {
    if (search === (parameters.get('search') ?? '')) return;
    setParameters(search === '' ? {} : { search }, { replace: true });
  }, [search, parameters, setParameters]);

  const openTyped = (event: FormEvent) => {
    event.preventDefault();
    const id = asReferralId(typed);
    if (id !== null) void navigate(`/audit/${id}`);
  };
  const turnTo = (to: number) =>
    setParameters({ ...(search !== '' && { search }), ...(to > 1 && { page: String(to) }) });

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
          search === '' ? (
            <EmptyState title="No referrals yet">As soon as an order is submitted, its history is here.</EmptyState>
          ) : (
            <EmptyState
              title={`No referral matches “${search}”`}
              action={<Button onClick={() => setTyped('')}>Clear search</Button>}
            >
              Try fewer letters, or the referral id alone.
            </EmptyState>
          )
        }
      />
      {found === undefined || found.rowCount <= PAGE_SIZE ? null : (
        <Pagination
          sx={{ mt: 2 }}
          aria-label="Pages of referrals"
          count={Math.ceil(found.rowCount / PAGE_SIZE)}
          page={page}
          onChange={(_, to) => turnTo(to)}
        />
      )}
    </Page>
  );
}
