import type { ReferralListRow } from '@throughline/contracts';
import { Box, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { useLate } from '../../../ui/use-late.js';
import { When } from '../../../ui/when.js';

interface FoundReferralsProps {
  /** Newest first; undefined while nothing was read. */
  readonly rows: readonly ReferralListRow[] | undefined;
  readonly loading: boolean;
  /** The rows belong to the search before; the new ones are on their way. */
  readonly outdated: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
}

/** One line a referral, two on a phone; the id leads to its audit. */
export function FoundReferrals({ rows, loading, outdated, error, onRetry, empty }: FoundReferralsProps) {
  const late = useLate(loading);
  if (rows === undefined) {
    if (error) return <ErrorState title="Failed to load referrals" error={error} onRetry={onRetry} />;
    return late ? <Skeleton height={320} /> : null;
  }
  if (rows.length === 0) return empty;
  return (
    <Box
      component="ul"
      aria-label="Referrals"
      aria-busy={outdated}
      sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' }}
    >
      {rows.map(({ referralId, memberFirstName, memberLastName, referralDateTime, status }) => (
        <Box
          component="li"
          key={referralId}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'auto minmax(0, 1fr)', sm: '180px minmax(0, 1fr) 140px 220px' },
            '& > :nth-of-type(even)': { justifySelf: { xs: 'end', sm: 'start' }, maxWidth: '100%' },
            columnGap: 2,
            alignItems: 'center',
            minHeight: 40,
            py: 0.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <ReferralId id={referralId} to={`/audit/${referralId}`} copyable={false} />
          <Typography variant="body2" noWrap title={`${memberLastName}, ${memberFirstName}`}>
            {memberLastName}, {memberFirstName}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            <When at={referralDateTime} />
          </Typography>
          <span>
            <StatusChip status={status} />
          </span>
        </Box>
      ))}
    </Box>
  );
}
