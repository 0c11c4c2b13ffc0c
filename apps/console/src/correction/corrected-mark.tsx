import { Box, Typography } from '@mui/material';
import { When } from '../ui/when.js';
import type { FactCorrection } from './use-corrections.js';

/** Under a fact: that it was corrected, and what it was before, the latest correction first. */
export function CorrectedMark({ corrections }: { readonly corrections: readonly FactCorrection[] }) {
  return corrections.toReversed().map(({ from, at, by }, index) => (
    <Typography
      key={at}
      component="dd"
      variant="caption"
      color="textSecondary"
      sx={{ display: 'block', m: 0, overflowWrap: 'anywhere' }}
    >
      {index === 0 ? (
        <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
          Corrected:{' '}
        </Box>
      ) : null}
      was {from === null ? 'empty' : <del>{from}</del>} until <When at={at} />
      {by === null ? '' : `, by ${by}`}
    </Typography>
  ));
}
