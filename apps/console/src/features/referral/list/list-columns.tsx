import type { ReferralListRow } from '@throughline/contracts';
import { pathTo, turnOfStatus } from '@throughline/domain';
import { Box, Chip, IconButton } from '@mui/material';
import { ExternalLink } from '../../../ui/icons/page-icons.js';
import { createContext, useContext } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { MemberName } from '../../../ui/words/members-of-one-name.js';
import { OneLine } from '../../../ui/words/one-line.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { RowLink } from '../../../ui/words/row-link.js';
import { StatusChip } from '../../../ui/status-chip.js';
import { Age, When } from '../../../ui/words/when.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import english from '../../../../texts/en/referral-list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('referral-list', english);

/** The number of unread notes by referral id. It is a context, so that a new number does not create new columns. */
const UnreadContext = createContext<Readonly<Record<string, number>>>({});
export const UnreadOfRows = UnreadContext.Provider;

interface UnreadNotesProps {
  readonly referralId: string;
  readonly display: object;
}

/** Beside the ID, or on a card beside the member. */
function UnreadNotes({ referralId, display }: UnreadNotesProps) {
  const t = useTexts();
  const unread = useContext(UnreadContext)[referralId];
  if (!unread) return null;
  return (
    <Chip
      size="small"
      color="primary"
      component={RouterLink}
      to={`${pathTo.referral(referralId)}?tab=notes`}
      clickable
      label={unread}
      title={t('unread', { count: unread })}
      aria-label={t('unreadNotes', { count: unread, id: referralId })}
      // The unread notes are loaded after the rows. The negative margin keeps the chip from making the row higher or wider.
      sx={{ display, flex: 'none', ml: { sm: 1 }, my: -0.5, minWidth: 24, '& > span': { px: { xs: 0.5, sm: 1 } } }}
    />
  );
}

/**
 * Whose turn it is, and since when. It is not copied, because no search finds it. A card has no heads, and beside the status no room for more
 * words, so what it says is named to screen readers.
 */
function Turn({ row: { statuses, statusSince } }: { readonly row: ReferralListRow }) {
  const t = useTexts();
  const whom = [...new Set(statuses.map(turnOfStatus))].filter((one) => one !== null);
  if (whom.length === 0) return null;
  return (
    <Box component="span" sx={TURN}>
      <Box component="span" sx={{ display: { sm: 'none' } }}>
        <VisuallyHidden>{`${t('waiting')}: `}</VisuallyHidden>
      </Box>
      {whom.map((one) => t('whom', { whom: one })).join(', ')}
      {statusSince === null ? null : (
        <>
          {' · '}
          <Age at={statusSince} />
        </>
      )}
    </Box>
  );
}

/** Where several have their turn, its words are cut off before they push the last column out. */
const TURN = {
  color: 'text.secondary',
  userSelect: 'none',
  whiteSpace: 'nowrap',
  display: { sm: 'block' },
  maxWidth: { sm: 128 },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

/** On a screen of 1280 px the longest Spanish labels would push the last column out. */
const STATUS = {
  '@media (min-width: 600px) and (max-width: 1360px)': { '& > .MuiChip-root': { maxWidth: 212 } },
} as const;

/** If a row is too narrow, only the name and the company are truncated. */
const REFERRER = {
  display: { xs: 'flex', sm: 'grid' },
  flexWrap: 'wrap',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, max-content)',
  minWidth: { sm: 128 },
  gap: 1,
  alignItems: 'center',
};

/** Without a width of its own, so that a long name gives way to the columns that say more, unless the member is to be told from another. */
const MEMBER = {
  display: { xs: 'block', sm: 'grid' },
  gridAutoColumns: 'minmax(0, max-content)',
  minWidth: { sm: 104 },
  '&:has([data-tells-apart])': { gridAutoColumns: 'max-content' },
} as const;

/** Columns of the Referrals list (ordering specification, section 2). Column ids are the sort fields of the API. */
export const listColumns = (t: ReturnType<typeof useTexts>): readonly DataColumn<ReferralListRow>[] => [
  {
    id: 'referralId',
    header: t('referralId'),
    width: '13rem',
    sortable: true,
    card: 'beside',
    cell: ({ referralId, status }) => (
      <>
        <ReferralId id={referralId} to={pathTo.referral(referralId)} status={status} copyable={false} />
        <UnreadNotes referralId={referralId} display={{ xs: 'none', sm: 'inline-flex' }} />
      </>
    ),
  },
  {
    id: 'referralDateTime',
    header: t('date'),
    sortable: true,
    cell: ({ referralDateTime }) => <When at={referralDateTime} />,
  },
  {
    id: 'referralLastName',
    header: t('referredBy'),
    sortable: true,
    cell: ({ referralFirstName, referralLastName, company }) => (
      <Box sx={REFERRER}>
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
      </Box>
    ),
  },
  {
    id: 'memberLastName',
    header: t('member'),
    sortable: true,
    title: true,
    cell: (row) => (
      <>
        <RowLink to={pathTo.referral(row.referralId)}>
          <Box component="span" sx={MEMBER}>
            <MemberName of={row.referralId} member={row} label={t('medicaidId')} maxWidth={200} />
          </Box>
        </RowLink>
        <UnreadNotes referralId={row.referralId} display={{ sm: 'none' }} />
      </>
    ),
  },
  {
    id: 'insuranceMedicaid',
    header: t('medicaidId'),
    sortable: true,
    cell: ({ insuranceMedicaid }) => <OneLine text={insuranceMedicaid ?? '–'} maxWidth={100} />,
  },
  {
    id: 'status',
    header: t('status'),
    sortable: true,
    card: 'whole',
    cell: ({ status }) => (
      <Box sx={STATUS}>
        <StatusChip status={status} />
      </Box>
    ),
  },
  { id: 'turn', header: t('waiting'), card: 'end', cell: (row) => <Turn row={row} /> },
  {
    id: 'open',
    header: t('newTab'),
    controls: true,
    cell: ({ referralId }) => (
      <IconButton
        size="small"
        component={RouterLink}
        to={pathTo.referral(referralId)}
        target="_blank"
        rel="noopener"
        aria-label={t('openReferral', { id: referralId })}
      >
        <ExternalLink size={16} aria-hidden />
      </IconButton>
    ),
  },
];
