import { Box, Chip, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { When } from '../../../ui/when.js';
import type { Moment } from '../timeline/timeline.js';
import type { Viewing } from '../timeline/viewings.js';
import { ChangeText } from './change-text.js';
import { EntryProof } from './entry-proof.js';
import { Viewings } from './viewings.js';

interface TimelineEntryProps {
  readonly moment: Moment;
  readonly viewings: readonly Viewing[];
  /** Where the page stands: over already, the moment shown, or still to come. */
  readonly place: 'past' | 'shown' | 'future';
  readonly isNew: boolean;
  readonly to: string;
  readonly onFollow: () => void;
}

/** One event on the thread: solid up to the moment shown, dotted after it. */
export function TimelineEntry({ moment, viewings, place, isNew, to, onFollow }: TimelineEntryProps) {
  const { entry, sentence, detail, cause, broken } = moment;
  return (
    <Box
      component="li"
      aria-current={place === 'shown' ? 'step' : undefined}
      sx={{ position: 'relative', pl: 3, pb: 2, ...threadOf(place) }}
    >
      <Typography variant="caption" color="textSecondary" component="div">
        <When at={entry.at} /> · {entry.actor.email ?? (entry.actor.role === 'system' ? 'automatic' : 'not signed in')}
        {isNew ? <Chip size="small" color="primary" label="New" sx={{ ml: 1 }} /> : null}
        {broken ? <Chip size="small" color="error" label="Does not follow" sx={{ ml: 1 }} /> : null}
      </Typography>
      <Link
        component={RouterLink}
        to={to}
        preventScrollReset
        onClick={onFollow}
        color="textPrimary"
        sx={{ fontWeight: place === 'shown' ? 700 : 500, overflowWrap: 'anywhere' }}
      >
        {sentence}
      </Link>
      {cause === null ? null : (
        <Typography variant="body2" color="textSecondary">
          because {cause.sentence.replace(/^The /, 'the ')}
        </Typography>
      )}
      {detail.map(({ field, from, to: now }) => (
        <Typography key={field} variant="body2">
          <Box component="span" sx={{ color: 'text.secondary' }}>{`${field} `}</Box>
          <ChangeText from={from} to={now} />
        </Typography>
      ))}
      <Viewings viewings={viewings} />
      <EntryProof entry={entry} />
    </Box>
  );
}

const threadOf = (place: TimelineEntryProps['place']) => ({
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 5,
    top: 14,
    bottom: -6,
    borderLeft: 2,
    borderLeftStyle: place === 'past' ? 'solid' : 'dotted',
    borderColor: place === 'past' ? 'primary.main' : 'text.disabled',
  },
  '&:last-child::before': { display: 'none' },
  '&::after': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 4,
    width: 12,
    height: 12,
    borderRadius: '50%',
    border: 2,
    borderColor: place === 'future' ? 'text.disabled' : 'primary.main',
    bgcolor: place === 'past' ? 'primary.main' : 'background.paper',
    ...(place === 'shown' && {
      boxShadow: (theme: { vars: { palette: { primary: { main: string } } } }) =>
        `inset 0 0 0 2px ${theme.vars.palette.primary.main}`,
    }),
  },
});
