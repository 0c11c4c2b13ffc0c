import { Box, Typography } from '@mui/material';
import { When } from '../../../ui/words/when.js';
import type { Viewing } from './viewings.js';

/** Limits how many viewings are shown; the others are collapsed. */
const SHOWN_VIEWINGS = 2;

/** The people who viewed the referral between this event and the next. */
export function ViewingLines({ viewings }: { readonly viewings: readonly Viewing[] }) {
  if (viewings.length === 0) return null;
  const more = viewings.slice(SHOWN_VIEWINGS);
  return (
    <Box sx={{ color: 'text.secondary' }}>
      <Lines viewings={viewings.slice(0, SHOWN_VIEWINGS)} />
      {more.length === 0 ? null : (
        <details>
          <Typography
            component="summary"
            variant="caption"
            sx={{ cursor: 'pointer', width: 'fit-content', minHeight: 24 }}
          >
            {more.length} more {more.length === 1 ? 'viewing' : 'viewings'}
          </Typography>
          <Lines viewings={more} />
        </details>
      )}
    </Box>
  );
}

const Lines = ({ viewings }: { readonly viewings: readonly Viewing[] }) =>
  viewings.map((viewing) => <Line key={`${viewing.who} ${viewing.verb} ${viewing.screen}`} {...viewing} />);

/** Several viewings are one line with the first and the last, which opens to each. */
function Line({ who, verb, screen, times }: Viewing) {
  const [first = '', ...later] = times;
  const last = later.at(-1);
  if (last === undefined) {
    return (
      <Typography variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
        {verb} by {who} <When at={first} /> ({screen})
      </Typography>
    );
  }
  return (
    <details>
      <Typography
        component="summary"
        variant="caption"
        sx={{ cursor: 'pointer', overflowWrap: 'anywhere', minHeight: 24 }}
      >
        {verb} by {who} {times.length} times, first <When at={first} />, last <When at={last} /> ({screen})
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 3, listStyle: 'none' }}>
        {times.map((at, index) => (
          <Typography key={index} component="li" variant="caption" sx={{ display: 'block' }}>
            <When at={at} />
          </Typography>
        ))}
      </Box>
    </details>
  );
}
