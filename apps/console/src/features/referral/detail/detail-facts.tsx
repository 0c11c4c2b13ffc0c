import { Box, Typography } from '@mui/material';
import { When } from '../../../ui/when.js';

type Fact = readonly [label: string, value: string | { readonly at: string }];

/** The few things that identify a referral, in one line under its name. */
export function DetailFacts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0, mb: 3 }}>
      {facts.map(([label, value]) => (
        <Box key={label}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {typeof value === 'string' ? value : <When at={value.at} />}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
