import { Box } from '@mui/material';
import type { ComponentProps } from 'react';
import { onDemand } from '../../../ui/page/on-demand.js';
import { WhenNear } from '../../../ui/page/when-near.js';

const LastNotes = onDemand(async () => (await import('./last-notes.js')).LastNotes);

/** Of each note, in pixels: what a finger can tap. */
const LINE_HEIGHT = 24;
const SHOWN = 2;

type LastNotesPlaceProps = Omit<ComponentProps<typeof LastNotes>, 'shown' | 'lineHeight'>;

/** The last notes, which come after the first view: their lines have their place before, so that nothing moves. */
export const LastNotesPlace = (props: LastNotesPlaceProps) => (
  <Box sx={{ minHeight: SHOWN * LINE_HEIGHT }}>
    <WhenNear>
      <LastNotes {...props} shown={SHOWN} lineHeight={LINE_HEIGHT} />
    </WhenNear>
  </Box>
);
