import type { NoteListRow } from '@throughline/contracts';
import { Chip, IconButton, Stack } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn } from '../../../ui/data-column.js';
import { ExternalLink } from '../../../ui/icons.js';
import { ListedName } from '../../../ui/listed-name.js';
import { OneLine } from '../../../ui/one-line.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { When } from '../../../ui/when.js';

const addressOf = ({ referralId }: NoteListRow) => `/referral/${referralId}?tab=notes`;

/** Columns of the Notes list (ordering specification, section 2); ids are the fields that the server sorts by. */
export const NOTE_COLUMNS: readonly DataColumn<NoteListRow>[] = [
  {
    id: 'createdDate',
    header: 'Note Created At',
    sortable: true,
    cell: ({ createdDate, unread }) => (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', fontWeight: unread ? 600 : undefined }}>
        <When at={createdDate} />
        {unread ? <Chip size="small" color="primary" label="Unread" /> : null}
      </Stack>
    ),
  },
  {
    id: 'createdBy',
    header: 'Note Created By',
    sortable: true,
    cell: ({ createdBy: { firstName, lastName, company } }) => (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        <OneLine text={`${firstName} ${lastName}`} maxWidth={160} />
        {company === null ? null : (
          <Chip
            size="small"
            variant="outlined"
            label={company.name}
            title={company.name}
            sx={{ maxWidth: { xs: '100%', sm: 220 } }}
          />
        )}
      </Stack>
    ),
  },
  {
    id: 'referralId',
    header: 'Referral Id',
    sortable: true,
    title: true,
    cell: (row) => <ReferralId id={row.referralId} to={addressOf(row)} copyable={false} />,
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
    id: 'status',
    header: 'Referral Status',
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
    cell: (row) => (
      <IconButton
        size="small"
        component={RouterLink}
        to={addressOf(row)}
        target="_blank"
        rel="noopener"
        aria-label={`Open the notes of referral ${row.referralId} in a new tab`}
      >
        <ExternalLink size={16} aria-hidden />
      </IconButton>
    ),
  },
];
