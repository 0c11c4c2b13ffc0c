import type { ComponentProps } from 'react';
import { onDemand } from '../../../ui/page/on-demand.js';
import { LinesWhenNear } from '../../../ui/page/when-near.js';

const LastNotes = onDemand(async () => (await import('./last-notes.js')).LastNotes);

/** The height of the line of a note, in pixels: what a finger can tap. */
const LINE_HEIGHT = 24;
const SHOWN = 2;

type LastNotesPlaceProps = Omit<ComponentProps<typeof LastNotes>, 'shown' | 'lineHeight' | 'lines'>;

/** The last notes. They are loaded after the first view, and their place is reserved until then, so that nothing moves. */
export const LastNotesPlace = (props: LastNotesPlaceProps) => (
  <LinesWhenNear count={SHOWN} height={LINE_HEIGHT}>
    {(lines) => <LastNotes {...props} shown={SHOWN} lineHeight={LINE_HEIGHT} lines={lines} fallback={lines} />}
  </LinesWhenNear>
);
