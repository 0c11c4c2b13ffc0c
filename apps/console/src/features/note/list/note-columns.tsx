import type { NoteListRow } from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { Box, Chip, IconButton, Stack, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { ExternalLink } from '../../../ui/icons/page-icons.js';
import { MemberName } from '../../../ui/words/members-of-one-name.js';
import { OneLine } from '../../../ui/words/one-line.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { RowLink } from '../../../ui/words/row-link.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import { Age, When } from '../../../ui/words/when.js';
import { NoteAction } from './note-action.js';
import { type OpenReply, ReplyButton, Words } from './note-openers.js';
import english from '../../../../texts/en/note-list.json' with { type: 'json' };
import { shownLanguage, textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-list', english);
type TranslateList = ReturnType<typeof useTexts>;

const addressOf = ({ referralId }: NoteListRow) => `${pathTo.referral(referralId)}?tab=notes`;

type NoteColumn = DataColumn<NoteListRow>;

/** Two lines fit into a row's height. */
const TWO_LINES = {
  display: { xs: 'block', sm: '-webkit-box' },
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '2',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  verticalAlign: 'bottom',
  whiteSpace: { sm: 'normal' },
  overflowWrap: 'anywhere',
  lineHeight: { sm: '15px' },
} as const;

const COMPANY = {
  display: { xs: 'none', sm: 'inline-flex' },
  maxWidth: '100%',
  height: 16,
  fontSize: '0.6875rem',
  '& > span': { px: 0.75 },
} as const;

const createdByColumn = (t: TranslateList): NoteColumn => ({
  id: 'createdBy',
  header: t('createdBy'),
  sortable: true,
  // All of a company's name, where there is room.
  width: 'clamp(154px, 30vw - 230px, 200px)',
  cell: ({ createdBy: { firstName, lastName, company } }) => (
    <Stack sx={{ alignItems: 'start', lineHeight: TWO_LINES.lineHeight }}>
      <OneLine text={`${firstName} ${lastName}`} maxWidth="100%" />
      {company === null ? null : (
        <Chip size="small" variant="outlined" label={company.name} title={company.name} sx={COMPANY} />
      )}
    </Stack>
  ),
});

const referralColumn = (t: TranslateList): NoteColumn => ({
  id: 'referralId',
  header: t('referralId'),
  sortable: true,
  width: '160px',
  cell: (row) => <ReferralId id={row.referralId} to={addressOf(row)} status={row.status} copyable={false} />,
});

const memberColumn = (t: TranslateList): NoteColumn => ({
  id: 'memberLastName',
  header: t('member'),
  sortable: true,
  title: true,
  width: '186px',
  cell: (row) => (
    <RowLink to={addressOf(row)}>
      <MemberName of={row.id} member={row} label={t('medicaidId')} />
    </RowLink>
  ),
});

/** A dot beside the time, which is bold as well. */
const Unread = ({ words }: { readonly words: string }) => (
  <Box
    component="span"
    title={words}
    sx={{ width: 8, height: 8, flex: 'none', borderRadius: '50%', bgcolor: 'primary.main' }}
  >
    <VisuallyHidden>{words}</VisuallyHidden>
  </Box>
);

/** On a phone, a card has no column for who wrote the note. Its button names the author for screen readers. */
const AuthorOnCard = ({ note: { createdBy } }: { readonly note: NoteListRow }) => (
  <Box component="span" aria-hidden sx={{ display: { sm: 'none' }, color: 'text.secondary' }}>
    {`${createdBy.firstName} ${createdBy.lastName}: `}
  </Box>
);

/** The columns keep their widths, and the words of the note take the rest. In pixels. */
export const NOTES_MIN_WIDTH = 1212;

/** Columns of the Notes list (ordering specification, section 2). Column ids are the sort fields of the API. */
export const noteColumns = (t: TranslateList, reply: OpenReply): readonly NoteColumn[] => [
  {
    id: 'createdDate',
    header: t('createdAt'),
    sortable: true,
    card: 'beside',
    width: '148px',
    cell: ({ createdDate, unread }) => (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', fontWeight: unread ? 600 : undefined }}>
        <When at={createdDate} />
        {unread ? <Unread words={t('unread')} /> : null}
      </Stack>
    ),
  },
  createdByColumn(t),
  {
    id: 'note',
    header: t('note'),
    card: 'below',
    cell: (row) => (
      <Words note={row} {...reply}>
        <Box component="span" title={row.excerpt} sx={TWO_LINES}>
          <AuthorOnCard note={row} />
          {row.excerpt}
        </Box>
      </Words>
    ),
  },
  referralColumn(t),
  memberColumn(t),
  {
    id: 'status',
    header: t('status'),
    sortable: true,
    // The longest status of the language.
    width: shownLanguage() === 'es' ? '290px' : '240px',
    cell: ({ status }) => (
      <span>
        <StatusChip status={status} />
      </span>
    ),
  },
  {
    id: 'open',
    header: t('action'),
    controls: true,
    width: '84px',
    cell: (row) => (
      <>
        <ReplyButton note={row} {...reply} />
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
      </>
    ),
  },
];

const EXCERPT = {
  display: { xs: '-webkit-box', sm: 'block' },
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '2',
  overflow: { xs: 'hidden', sm: 'visible' },
  minWidth: 200,
  maxWidth: 480,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;

function Answered({ at }: { readonly at: string | null }) {
  const t = useTexts();
  return at === null ? null : (
    <Typography variant="body2" component="span" color="textSecondary">
      {t.rich('answered', { when: () => <When at={at} /> })}
    </Typography>
  );
}

export const actionColumns = (t: TranslateList, reply: OpenReply): readonly NoteColumn[] => [
  {
    id: 'createdDate',
    header: t('waits'),
    sortable: true,
    card: 'beside',
    width: '7rem',
    cell: ({ createdDate }) => <Age at={createdDate} />,
  },
  referralColumn(t),
  memberColumn(t),
  createdByColumn(t),
  {
    id: 'note',
    header: t('note'),
    card: 'below',
    cell: (row) => (
      <>
        <Words note={row} {...reply}>
          <Typography variant="body2" component="span" sx={EXCERPT}>
            <AuthorOnCard note={row} />
            {row.excerpt}
          </Typography>
        </Words>
        <Answered at={row.answeredAt} />
      </>
    ),
  },
  {
    id: 'action',
    header: t('action'),
    controls: true,
    cell: (row) => (
      <>
        <ReplyButton note={row} {...reply} />
        <NoteAction note={row} />
      </>
    ),
  },
];
