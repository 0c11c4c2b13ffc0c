import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** Label and value, as many a row as there is room for. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))' }}
    >
      {facts.map(([label, value]) => (
        <div key={label}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value === null || value === '' ? '–' : value}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
