import { Box, Typography } from '@mui/material';
import { When } from '../../../ui/when.js';
import type { Viewing } from '../timeline/viewings.js';

/** As many as are read at a glance; the others are a click away. */
const AT_A_GLANCE = 2;

/** Who saw the referral as the event left it. */
export function Viewings({ viewings }: { readonly viewings: readonly Viewing[] }) {
  if (viewings.length === 0) return null;
  const more = viewings.slice(AT_A_GLANCE);
  return (
    <Box sx={{ color: 'text.secondary' }}>
      <Lines viewings={viewings.slice(0, AT_A_GLANCE)} />
      {more.length === 0 ? null : (
        <details>
          <Typography component="summary" variant="caption" sx={{ cursor: 'pointer', width: 'fit-content' }}>
            {more.length} more {more.length === 1 ? 'viewing' : 'viewings'}
          </Typography>
          <Lines viewings={more} />
        </details>
      )}
    </Box>
  );
}

const Lines = ({ viewings }: { readonly viewings: readonly Viewing[] }) =>
  viewings.map(({ who, screen, times, lastAt }) => (
    <Typography key={`${who} ${screen}`} variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
      viewed by {who} {times > 1 ? `${times} times, last ` : ''}
      <When at={lastAt} /> ({screen})
    </Typography>
  ));
