import { stepOfStatus } from '@throughline/domain';
import { Chip } from '@mui/material';
import { icon, X } from './icons/icons.js';
import { STAGE_MARKS } from './steps/stage-mark.js';
import { useWords } from '../language/language.js';
import { Meaning } from './words/meaning.js';

/** In percent. The words keep a contrast of 4.5:1 up to 30. */
const [LIGHTEST, PER_STEP] = [3, 5];

/**
 * Stopped has the error colour, Multiple Statuses is grey, and all others are secondary (ordering specification, section 2). Those of a step
 * show how far it is: by a mark, and by a tone that grows until Delivered is filled. What it means is said on hover.
 */
export function StatusChip({ status }: { readonly status: string }) {
  const words = useWords();
  const step = stepOfStatus(status);
  const color = status === 'Stopped' ? 'error' : status === 'Multiple Statuses' ? 'default' : 'secondary';
  const Mark = step === null ? MARKS[status] : STAGE_MARKS[step];
  const isDelivered = status === 'Delivered';
  return (
    <Chip
      variant={isDelivered ? 'filled' : 'outlined'}
      color={color}
      label={
        <Meaning of={status} isPlain>
          {words(status)}
        </Meaning>
      }
      {...(Mark && { icon: <Mark size={14} /> })}
      {...(step !== null && !isDelivered && { sx: toneOf(step) })}
    />
  );
}

/** An icon of the Lucide set, as those of `ui/icons`. It is here because only a chip shows it. */
const CircleStop = icon(
  <>
    <circle cx="12" cy="12" r="10" />
    <rect x="9" y="9" width="6" height="6" rx="1" />
  </>,
);

const MARKS: Readonly<Record<string, typeof X>> = { Stopped: CircleStop, Canceled: X };

const toneOf = (step: number) => ({
  backgroundColor: `color-mix(in srgb, currentColor ${LIGHTEST + PER_STEP * step}%, transparent)`,
});
