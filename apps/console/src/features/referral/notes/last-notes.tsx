import type { User } from '@throughline/contracts';
import { isRecertificationId, maySeeQueue, oneLineOf } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { Age } from '../../../ui/words/when.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import { externalNote, internalNote, type ShownNote } from './thread.js';
import { type Notes, useInternalNotes, useNotes } from './use-notes.js';
import english from '../../../../texts/en/notes.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('notes', english);

const SHOWN = 2;

interface LastNotesProps {
  /** The id of the referral or of the recertification. */
  readonly referralId: string;
  readonly user: User;
  /** The address of all notes. */
  readonly to: string;
  /** Where no heading of the page names them. */
  readonly hasHeading?: boolean;
}

/** The last two notes that the reader may see, each on a line that opens them all. Shown here, they do not count as read. */
export function LastNotes(props: LastNotesProps) {
  if (isRecertificationId(props.referralId)) return <OfRecertification {...props} />;
  return maySeeQueue(props.user) ? <OfBothKinds {...props} /> : <OfReferrer {...props} />;
}

const shownOf = (notes: Notes): readonly ShownNote[] => notes.data?.notes.map(externalNote) ?? [];

function OfReferrer(props: LastNotesProps) {
  return <LastTwo {...props} notes={shownOf(useNotes(props.referralId))} />;
}

function OfRecertification(props: LastNotesProps) {
  return <LastTwo {...props} notes={useInternal(props.referralId)} />;
}

function OfBothKinds(props: LastNotesProps) {
  const external = shownOf(useNotes(props.referralId));
  return <LastTwo {...props} notes={[...external, ...useInternal(props.referralId)]} />;
}

function useInternal(referralId: string): readonly ShownNote[] {
  const t = useTexts();
  return useInternalNotes(referralId).data?.notes.map((note) => ({ ...internalNote(note, t('nobody')), isInternal: true })) ?? []; // prettier-ignore
}

interface LastTwoProps extends LastNotesProps {
  readonly notes: readonly (ShownNote & { readonly isInternal?: boolean })[];
}

function LastTwo({ notes, to, hasHeading = false }: LastTwoProps) {
  const t = useTexts();
  const last = notes
    .filter(({ isDeleted }) => !isDeleted)
    .toSorted((one, other) => other.writtenAt.localeCompare(one.writtenAt))
    .slice(0, SHOWN);
  if (last.length === 0) return null;
  return (
    <Box component={hasHeading ? 'section' : 'div'} sx={hasHeading ? { mb: 3 } : {}}>
      {hasHeading ? (
        <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
          {t('lastNotes')}
        </Typography>
      ) : null}
      <Box component="ul" aria-label={t('lastNotes')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {last.map(({ id, html, authorName, writtenAt, isInternal, unread, actionNeeded }) => (
          <Box component="li" key={id} sx={LINE}>
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
    </Box>
  );
}

const LINE = { display: 'flex', gap: 1.5, alignItems: 'baseline', py: 0.25 } as const;
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
