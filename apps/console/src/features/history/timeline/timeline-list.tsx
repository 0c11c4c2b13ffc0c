import type { HistoryEntry } from '@throughline/contracts';
import { Box, Chip, Link, Typography } from '@mui/material';
import { useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { When } from '../../../ui/words/when.js';
import type { Moment } from './timeline.js';
import { ViewingLines } from './viewing-lines.js';
import { type Access, type Viewing, viewingsByMoment } from './viewings.js';
import { numberWords } from '../who-saw/viewer-words.js';
import { WHO_SAW_ADDRESS } from './audit-tabs.js';
import { CausesButton } from '../causes/causes-button.js';
import { ChangeText } from '../as-of/fact-list.js';

interface TimelineProps {
  readonly moments: readonly Moment[];
  readonly accesses: readonly Access[];
  /** The number of all viewings, of which `accesses` may be the newest. */
  readonly accessCount: number;
  readonly shownIndex: number;
  /** Events after this position were added while the page was open. */
  readonly knownPosition: number;
  readonly addressOf: (index: number) => string;
  readonly onFollow: () => void;
}

/** The events in sentences, oldest first. Each links to the state of the referral after the event. */
export function Timeline({
  moments,
  accesses,
  accessCount,
  shownIndex,
  knownPosition,
  addressOf,
  onFollow,
}: TimelineProps) {
  const viewings = useMemo(() => viewingsByMoment(moments, accesses), [moments, accesses]);
  return (
    <Box component="section" aria-labelledby="timeline-title">
      <Typography id="timeline-title" variant="h2" sx={{ mb: 2 }}>
        What happened
      </Typography>
      {accesses.length < accessCount ? (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          The newest {numberWords(accesses.length)} of {numberWords(accessCount)} viewings stand here.{' '}
          <Link component={RouterLink} to={WHO_SAW_ADDRESS}>
            Show who saw it
          </Link>
        </Typography>
      ) : null}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {moments.map((moment, index) => (
          <TimelineEntry
            key={moment.entry.eventId}
            moment={moment}
            viewings={viewings.get(moment.entry.position) ?? []}
            place={index < shownIndex ? 'past' : index === shownIndex ? 'shown' : 'future'}
            isNew={moment.entry.position > knownPosition}
            to={addressOf(index)}
            onFollow={onFollow}
          />
        ))}
      </Box>
    </Box>
  );
}

interface TimelineEntryProps {
  readonly moment: Moment;
  readonly viewings: readonly Viewing[];
  /** Whether the event is before, at or after the shown moment. */
  readonly place: 'past' | 'shown' | 'future';
  readonly isNew: boolean;
  readonly to: string;
  readonly onFollow: () => void;
}

/** One event of the timeline. The line is solid up to the shown moment and dotted after it. */
export function TimelineEntry({ moment, viewings, place, isNew, to, onFollow }: TimelineEntryProps) {
  const { entry, sentence, detail, happenedAt, cause, broken } = moment;
  return (
    <Box
      component="li"
      aria-current={place === 'shown' ? 'step' : undefined}
      sx={{ position: 'relative', pl: 3, pb: 2, ...threadOf(place) }}
    >
      <Typography variant="caption" color="textSecondary" component="div">
        <When at={entry.at} /> · {entry.actor.email ?? (entry.actor.role === 'system' ? 'automatic' : 'not signed in')}
        {happenedAt === null ? null : (
          <>
            {' · happened '}
            <When at={happenedAt} />
          </>
        )}
        {isNew ? <Chip size="small" color="primary" label="New" sx={{ ml: 1 }} /> : null}
        {broken ? <Chip size="small" color="error" label="Does not follow" sx={{ ml: 1 }} /> : null}
      </Typography>
      <Link
        component={RouterLink}
        to={to}
        preventScrollReset
        onClick={onFollow}
        color="textPrimary"
        sx={{
          display: 'inline-block',
          minHeight: 24,
          fontWeight: place === 'shown' ? 700 : 500,
          overflowWrap: 'anywhere',
        }}
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
      <ViewingLines viewings={viewings} />
      <CausesButton eventId={entry.eventId} sentence={sentence} />
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

/** Position, stream and IDs of an event in the log. Collapsed by default. */
export function EntryProof({ entry }: { readonly entry: HistoryEntry }) {
  const { position, stream, revision, eventId, commandId, causationId } = entry;
  const facts: readonly (readonly [string, string])[] = [
    ['Position', String(position)],
    ['Stream', `${stream}, event ${revision + 1}`],
    ['Event', eventId],
    ['Command', commandId],
    ...(causationId === null ? [] : ([['Caused by', causationId]] as const)),
  ];
  return (
    <Box component="details" sx={{ mt: 0.5 }}>
      <Typography
        component="summary"
        variant="caption"
        color="textSecondary"
        sx={{ mt: 0.5, py: 0.5, cursor: 'pointer', width: 'fit-content' }}
      >
        command {commandId.slice(0, 8)}…
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, mt: 0.5, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2 }}
      >
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="caption" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
