import type { ReferralListRow } from '@throughline/contracts';
import { Chip, IconButton, Stack } from '@mui/material';
import { ExternalLink } from '../../../ui/icons.js';
import { createContext, useContext } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn } from '../../../ui/data-column.js';
import { ListedName } from '../../../ui/listed-name.js';
import { OneLine } from '../../../ui/one-line.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { When } from '../../../ui/when.js';

/** Referral id → how many of its notes the person has not read. A context, because the columns are a constant. */
const UnreadContext = createContext<Readonly<Record<string, number>>>({});
export const UnreadOfRows = UnreadContext.Provider;

function UnreadNotes({ referralId }: { readonly referralId: string }) {
  const unread = useContext(UnreadContext)[referralId];
  if (!unread) return null;
  return (
    <Chip
      size="small"
      color="primary"
      component={RouterLink}
      to={`/referral/${referralId}?tab=notes`}
      clickable
      label={unread}
      title={`${unread} unread`}
      aria-label={`${unread} unread ${unread === 1 ? 'note' : 'notes'} of referral ${referralId}`}
      // No higher and no wider than the row is without it: it comes after the row.
      sx={{ ml: 1, my: -0.5 }}
    />
  );
}

/** Columns of the Referrals list (ordering specification, section 2); ids are the fields that the server sorts by. */
export const LIST_COLUMNS: readonly DataColumn<ReferralListRow>[] = [
  {
    id: 'referralId',
    header: 'Referral Id',
    width: '13rem',
    sortable: true,
    title: true,
    cell: ({ referralId }) => (
      <>
        <ReferralId id={referralId} to={`/referral/${referralId}`} copyable={false} />
        <UnreadNotes referralId={referralId} />
      </>
    ),
  },
  {
    id: 'referralDateTime',
    header: 'Referral Date',
    sortable: true,
    cell: ({ referralDateTime }) => <When at={referralDateTime} />,
  },
  {
    id: 'referralLastName',
    header: 'Referred By',
    sortable: true,
    cell: ({ referralFirstName, referralLastName, company }) => (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        <OneLine text={`${referralFirstName} ${referralLastName}`} maxWidth={160} />
        {company === null ? null : (
          <Chip
            size="small"
            variant="outlined"
            label={company}
            title={company}
            sx={{ maxWidth: { xs: '100%', sm: 220 } }}
          />
        )}
      </Stack>
    ),
  },
  {
    id: 'memberLastName',
    header: 'Member',
    sortable: true,
    cell: ({ memberFirstName, memberLastName }) => (
      <ListedName lastName={memberLastName} firstName={memberFirstName} maxWidth={200} />
    ),
  },
  {
    id: 'insuranceMedicaid',
    header: 'Medicaid Id',
    sortable: true,
    cell: ({ insuranceMedicaid }) => <OneLine text={insuranceMedicaid ?? '–'} maxWidth={120} />,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => (
      <span>
        <StatusChip status={status} />
      </span>
    ),
  },
  {
    id: 'open',
    header: 'Open in a new tab',
    controls: true,
    cell: ({ referralId }) => (
      <IconButton
        size="small"
        component={RouterLink}
        to={`/referral/${referralId}`}
        target="_blank"
        rel="noopener"
        aria-label={`Open referral ${referralId} in a new tab`}
      >
        <ExternalLink size={16} aria-hidden />
      </IconButton>
    ),
  },
];
