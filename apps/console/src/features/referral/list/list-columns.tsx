import type { ReferralListRow } from '@throughline/contracts';
import { Chip, IconButton, Stack } from '@mui/material';
import { ExternalLink } from '../../../ui/icons.js';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn } from '../../../ui/data-column.js';
import { ListedName } from '../../../ui/listed-name.js';
import { OneLine } from '../../../ui/one-line.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { When } from '../../../ui/when.js';

/** Columns of the Referrals list (ordering specification, section 2); ids are the fields that the server sorts by. */
export const LIST_COLUMNS: readonly DataColumn<ReferralListRow>[] = [
  {
    id: 'referralId',
    header: 'Referral Id',
    sortable: true,
    title: true,
    cell: ({ referralId }) => <ReferralId id={referralId} to={`/referral/${referralId}`} copyable={false} />,
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
