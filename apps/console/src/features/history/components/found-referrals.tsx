import type { ReferralListRow } from '@throughline/contracts';
import { Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import type { DataColumn } from '../../../ui/data-column.js';
import { DataTable } from '../../../ui/data-table.js';
import { ErrorState } from '../../../ui/error-state.js';
import { OneLine } from '../../../ui/one-line.js';
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

const COLUMNS: readonly DataColumn<ReferralListRow>[] = [
  {
    id: 'referralId',
    header: 'Referral Id',
    title: true,
    cell: ({ referralId }) => <ReferralId id={referralId} to={`/audit/${referralId}`} copyable={false} />,
  },
  { id: 'date', header: 'Referral Date', cell: ({ referralDateTime }) => <When at={referralDateTime} /> },
  {
    id: 'member',
    header: 'Member',
    cell: (row) => <OneLine text={`${row.memberLastName}, ${row.memberFirstName}`} maxWidth={200} />,
  },
  {
    id: 'referrer',
    header: 'Referred By',
    cell: (row) => <OneLine text={`${row.referralLastName}, ${row.referralFirstName}`} maxWidth={200} />,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
];

/** The referrals that were found; the id leads to the audit. */
export function FoundReferrals({ rows, loading, outdated, error, onRetry, empty }: FoundReferralsProps) {
  const late = useLate(loading);
  if (rows === undefined) {
    if (error) return <ErrorState title="Failed to load referrals" error={error} onRetry={onRetry} />;
    return late ? <Skeleton height={320} /> : null;
  }
  return (
    <DataTable
      caption="Referrals"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ referralId }) => referralId}
      busy={outdated}
      empty={empty}
    />
  );
}
