import type { User } from '@throughline/contracts';
import { type CaseId, isRecertificationId, maySeeQueue, oneLineOf } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Age } from '../../../ui/words/when.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import { useNotes } from './use-notes.js';
import { externalOf, type ReadNotes, useShownInternalNotes } from './use-shown-notes.js';
import english from '../../../../texts/en/notes.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('notes', english);

interface LastNotesProps {
  readonly referralId: CaseId;
  readonly user: User;
  /** The address of all notes. */
  readonly to: string;
  /** The label of the list: what the page calls these notes. */
  readonly label: string;
  /** The number of notes that are shown. */
  readonly shown: number;
  /** The height of the line of each note, in pixels. */
  readonly lineHeight: number;
  /** Shown until they are read. */
  readonly lines: ReactNode;
}

/** The last two notes that the reader may see, each on a line that opens them all. Shown here, they do not count as read. */
export function LastNotes(props: LastNotesProps) {
  if (isRecertificationId(props.referralId)) return <OfRecertification {...props} />;
  return maySeeQueue(props.user) ? <OfBothKinds {...props} /> : <OfReferrer {...props} />;
}

function OfReferrer(props: LastNotesProps) {
  return <LastTwo {...props} read={[externalOf(useNotes(props.referralId))]} />;
}

function OfRecertification(props: LastNotesProps) {
  return <LastTwo {...props} read={[useShownInternalNotes(props.referralId)]} />;
}

function OfBothKinds(props: LastNotesProps) {
  return (
    <LastTwo {...props} read={[externalOf(useNotes(props.referralId)), useShownInternalNotes(props.referralId)]} />
  );
}

interface LastTwoProps extends LastNotesProps {
  readonly read: readonly ReadNotes[];
}

function LastTwo({ read, to, label, shown, lineHeight, lines }: LastTwoProps) {
  const t = useTexts();
  if (read.includes(undefined)) return lines;
  const last = read
    .flatMap((notes) => notes ?? [])
    .filter(({ isDeleted }) => !isDeleted)
    .toSorted((one, other) => other.writtenAt.localeCompare(one.writtenAt))
    .slice(0, shown);
  if (last.length === 0) {
    return (
      <Typography component="span" color="textSecondary">
        {t(read.includes(null) ? 'failed' : 'noneYet')}
      </Typography>
    );
  }
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {last.map(({ id, html, authorName, writtenAt, isInternal, unread, actionNeeded }) => (
        <Box component="li" key={id} sx={{ ...LINE, lineHeight: `${lineHeight}px` }}>
          <Box component={Link} to={to} sx={LINK}>
            {unread ? (
              <>
                <Box component="span" aria-hidden sx={DOT} />
                <VisuallyHidden>{t('unread')}: </VisuallyHidden>
              </>
            ) : null}
            <Box component="span" sx={{ fontWeight: 600 }}>
              {authorName}
            </Box>
            {': '}
            <bdi>{oneLineOf(html)}</bdi>
          </Box>
          <Typography component="span" variant="body2" color="textSecondary" sx={{ flex: 'none' }}>
            {[isInternal && t('internal'), actionNeeded && t('actionNeeded')].filter(Boolean).map((mark) => (
              <span key={String(mark)}>{mark} · </span>
            ))}
            <Age at={writtenAt} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

const LINE = { display: 'flex', gap: 1.5, alignItems: 'baseline' } as const;
const LINK = {
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
} as const;
const DOT = {
  display: 'inline-block',
  width: 8,
  height: 8,
  mr: 0.75,
  borderRadius: '50%',
  bgcolor: 'primary.main',
} as const;
