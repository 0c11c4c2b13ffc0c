import type { NoteListRow } from '@throughline/contracts';
import { Chip, IconButton, Stack, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn } from '../../../ui/data-column.js';
import { ExternalLink } from '../../../ui/icons.js';
import { ListedName } from '../../../ui/listed-name.js';
import { OneLine } from '../../../ui/one-line.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { Age, When } from '../../../ui/when.js';
import { NoteAction } from './note-action.js';

const addressOf = ({ referralId }: NoteListRow) => `/referral/${referralId}?tab=notes`;

type NoteColumn = DataColumn<NoteListRow>;

const CREATED_BY: NoteColumn = {
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
};

const REFERRAL: NoteColumn = {
  id: 'referralId',
  header: 'Referral Id',
  sortable: true,
  title: true,
  cell: (row) => <ReferralId id={row.referralId} to={addressOf(row)} copyable={false} />,
};

const MEMBER: NoteColumn = {
  id: 'memberLastName',
  header: 'Member',
  sortable: true,
  cell: ({ memberFirstName, memberLastName }) => (
    <ListedName lastName={memberLastName} firstName={memberFirstName} maxWidth={200} />
  ),
};

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
  CREATED_BY,
  REFERRAL,
  MEMBER,
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

const EXCERPT = {
  display: 'block',
  minWidth: 200,
  maxWidth: 480,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;

/** Columns of the notes that need action: how long they have waited for what. */
export const ACTION_COLUMNS: readonly NoteColumn[] = [
  {
    id: 'createdDate',
    header: 'Waits',
    sortable: true,
    width: '7rem',
    cell: ({ createdDate }) => <Age at={createdDate} />,
  },
  REFERRAL,
  MEMBER,
  CREATED_BY,
  {
    id: 'note',
    header: 'Note',
    cell: ({ excerpt, answeredAt }) => (
      <>
        <Typography variant="body2" component="span" sx={EXCERPT}>
          {excerpt}
        </Typography>
        {answeredAt === null ? null : (
          <Typography variant="body2" component="span" color="textSecondary">
            Answered <When at={answeredAt} />
          </Typography>
        )}
      </>
    ),
  },
  { id: 'action', header: 'Action', controls: true, cell: (row) => <NoteAction note={row} /> },
];
