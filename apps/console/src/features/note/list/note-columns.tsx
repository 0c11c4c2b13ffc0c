import type { NoteListRow } from '@throughline/contracts';
import { Chip, IconButton, Stack, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { ExternalLink } from '../../../ui/icons/page-icons.js';
import { ListedName } from '../../../ui/words/listed-name.js';
import { OneLine } from '../../../ui/words/one-line.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { Age, When } from '../../../ui/words/when.js';
import { NoteAction } from './note-action.js';
import english from '../../../../texts/en/note-list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-list', english);
type SayOfList = ReturnType<typeof useTexts>;

const addressOf = ({ referralId }: NoteListRow) => `/referral/${referralId}?tab=notes`;

type NoteColumn = DataColumn<NoteListRow>;

const createdByColumn = (say: SayOfList): NoteColumn => ({
  id: 'createdBy',
  header: say('createdBy'),
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
});

const referralColumn = (say: SayOfList): NoteColumn => ({
  id: 'referralId',
  header: say('referralId'),
  sortable: true,
  title: true,
  cell: (row) => <ReferralId id={row.referralId} to={addressOf(row)} copyable={false} />,
});

const memberColumn = (say: SayOfList): NoteColumn => ({
  id: 'memberLastName',
  header: say('member'),
  sortable: true,
  cell: ({ memberFirstName, memberLastName }) => (
    <ListedName lastName={memberLastName} firstName={memberFirstName} maxWidth={200} />
  ),
});

/** Columns of the Notes list (ordering specification, section 2); ids are the fields that the server sorts by. */
export const noteColumns = (say: SayOfList): readonly NoteColumn[] => [
  {
    id: 'createdDate',
    header: say('createdAt'),
    sortable: true,
    cell: ({ createdDate, unread }) => (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', fontWeight: unread ? 600 : undefined }}>
        <When at={createdDate} />
        {unread ? <Chip size="small" color="primary" label={say('unread')} /> : null}
      </Stack>
    ),
  },
  createdByColumn(say),
  referralColumn(say),
  memberColumn(say),
  {
    id: 'status',
    header: say('status'),
    sortable: true,
    cell: ({ status }) => (
      <span>
        <StatusChip status={status} />
      </span>
    ),
  },
  {
    id: 'open',
    header: say('newTab'),
    controls: true,
    cell: (row) => (
      <IconButton
        size="small"
        component={RouterLink}
        to={addressOf(row)}
        target="_blank"
        rel="noopener"
        aria-label={say('openNotes', { id: row.referralId })}
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
export const actionColumns = (say: SayOfList): readonly NoteColumn[] => [
  {
    id: 'createdDate',
    header: say('waits'),
    sortable: true,
    width: '7rem',
    cell: ({ createdDate }) => <Age at={createdDate} />,
  },
  referralColumn(say),
  memberColumn(say),
  createdByColumn(say),
  {
    id: 'note',
    header: say('note'),
    cell: ({ excerpt, answeredAt }) => (
      <>
        <Typography variant="body2" component="span" sx={EXCERPT}>
          {excerpt}
        </Typography>
        {answeredAt === null ? null : (
          <Typography variant="body2" component="span" color="textSecondary">
            {say.rich('answered', { when: () => <When at={answeredAt} /> })}
          </Typography>
        )}
      </>
    ),
  },
  { id: 'action', header: say('action'), controls: true, cell: (row) => <NoteAction note={row} /> },
];
