import type { AccessEntry } from '@throughline/contracts';
import { Box, Typography } from '@mui/material';
import { useMemo } from 'react';
import type { Moment } from '../timeline/timeline.js';
import { viewingsByMoment } from '../timeline/viewings.js';
import { TimelineEntry } from './timeline-entry.js';

interface TimelineProps {
  readonly moments: readonly Moment[];
  readonly accesses: readonly AccessEntry[];
  readonly shownIndex: number;
  /** Events after this position of the log came while the page was open. */
  readonly knownPosition: number;
  readonly addressOf: (index: number) => string;
  readonly onFollow: () => void;
}

/** Everything that happened, oldest first, in sentences; each leads to the referral as it left it. */
export function Timeline({ moments, accesses, shownIndex, knownPosition, addressOf, onFollow }: TimelineProps) {
  const viewings = useMemo(() => viewingsByMoment(moments, accesses), [moments, accesses]);
  return (
    <Box component="section" aria-labelledby="timeline-title">
      <Typography id="timeline-title" variant="h2" sx={{ mb: 2 }}>
        What happened
      </Typography>
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
