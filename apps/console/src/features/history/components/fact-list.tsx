import { Box, Typography } from '@mui/material';
import type { ChangedFacts } from '../as-of/changed-facts.js';
import type { Fact } from '../as-of/referral-facts.js';
import { ChangeText } from './change-text.js';

/** Facts side by side, label above value; what the moment changed stands out. */
export function FactList({ facts, changed }: { readonly facts: readonly Fact[]; readonly changed: ChangedFacts }) {
  const columns = 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))';
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 1, m: 0, gridTemplateColumns: columns }}>
      {facts.map(({ key, label, value }) => {
        const change = changed.get(key);
        return (
          <Box key={key}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {change === undefined ? (value ?? '–') : <Changed from={change.from} to={value} />}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

function Changed(change: { readonly from: string | null; readonly to: string | null }) {
  return (
    <Box
      component="mark"
      sx={{ bgcolor: 'action.selected', color: 'text.primary', borderRadius: 1, px: 0.5, mx: -0.5 }}
    >
      <ChangeText {...change} />
    </Box>
  );
}
