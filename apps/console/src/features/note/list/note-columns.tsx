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
type TranslateList = ReturnType<typeof useTexts>;

const addressOf = ({ referralId }: NoteListRow) => `/referral/${referralId}?tab=notes`;

type NoteColumn = DataColumn<NoteListRow>;

const createdByColumn = (t: TranslateList): NoteColumn => ({
  id: 'createdBy',
  header: t('createdBy'),
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

const referralColumn = (t: TranslateList): NoteColumn => ({
  id: 'referralId',
  header: t('referralId'),
  sortable: true,
  title: true,
  cell: (row) => <ReferralId id={row.referralId} to={addressOf(row)} copyable={false} />,
});

const memberColumn = (t: TranslateList): NoteColumn => ({
  id: 'memberLastName',
  header: t('member'),
  sortable: true,
  cell: ({ memberFirstName, memberLastName }) => (
    <ListedName lastName={memberLastName} firstName={memberFirstName} maxWidth={200} />
  ),
});

/** Columns of the Notes list (ordering specification, section 2). Column ids are the sort fields of the API. */
export const noteColumns = (t: TranslateList): readonly NoteColumn[] => [
  {
    id: 'createdDate',
    header: t('createdAt'),
    sortable: true,
    cell: ({ createdDate, unread }) => (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', fontWeight: unread ? 600 : undefined }}>
        <When at={createdDate} />
        {unread ? <Chip size="small" color="primary" label={t('unread')} /> : null}
      </Stack>
    ),
  },
  createdByColumn(t),
  referralColumn(t),
  memberColumn(t),
  {
    id: 'status',
    header: t('status'),
    sortable: true,
    cell: ({ status }) => (
      <span>
        <StatusChip status={status} />
      </span>
    ),
  },
  {
    id: 'open',
    header: t('newTab'),
    controls: true,
    cell: (row) => (
      <IconButton
        size="small"
        component={RouterLink}
        to={addressOf(row)}
        target="_blank"
        rel="noopener"
        aria-label={t('openNotes', { id: row.referralId })}
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

export const actionColumns = (t: TranslateList): readonly NoteColumn[] => [
  {
    id: 'createdDate',
    header: t('waits'),
    sortable: true,
    width: '7rem',
    cell: ({ createdDate }) => <Age at={createdDate} />,
  },
  referralColumn(t),
  memberColumn(t),
  createdByColumn(t),
  {
    id: 'note',
    header: t('note'),
    cell: ({ excerpt, answeredAt }) => (
      <>
        <Typography variant="body2" component="span" sx={EXCERPT}>
          {excerpt}
        </Typography>
        {answeredAt === null ? null : (
          <Typography variant="body2" component="span" color="textSecondary">
            {t.rich('answered', { when: () => <When at={answeredAt} /> })}
          </Typography>
        )}
      </>
    ),
  },
  { id: 'action', header: t('action'), controls: true, cell: (row) => <NoteAction note={row} /> },
];
