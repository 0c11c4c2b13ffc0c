import type { ComponentProps } from 'react';
import { onDemand } from '../../../ui/on-demand.js';
import { LinesWhenNear } from '../../../ui/when-near.js';

const LastNotes = onDemand(async () => (await import('./last-notes.js')).LastNotes);

/** Of each note, in pixels: what a finger can tap. */
const LINE_HEIGHT = 24;
const SHOWN = 2;

type LastNotesPlaceProps = Omit<ComponentProps<typeof LastNotes>, 'shown' | 'lineHeight' | 'lines'>;

/** The last notes, which come after the first view: their lines have their place before, so that nothing moves. */
export const LastNotesPlace = (props: LastNotesPlaceProps) => (
  <LinesWhenNear count={SHOWN} height={LINE_HEIGHT}>
    {(lines) => <LastNotes {...props} shown={SHOWN} lineHeight={LINE_HEIGHT} lines={lines} fallback={lines} />}
  </LinesWhenNear>
);
