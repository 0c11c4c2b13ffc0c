import type { ReferralItem } from '@throughline/contracts';
import { type OrderFact, orderedItemFacts } from '@throughline/domain';
import { Box, Paper, Typography } from '@mui/material';

/** One ordered item, read-only (ordering specification, section 2, Status tab). */
export function ItemCard({ item }: { readonly item: ReferralItem }) {
  const stopped = item.stoppedReason !== null;
  const facts: readonly OrderFact[] = [
    ...orderedItemFacts(item),
    ...(item.stoppedReason
      ? [
          { label: 'Current Task', value: item.lastTask?.name ?? null },
          { label: 'Stopped Reason', value: item.stoppedReason.reason },
        ]
      : []),
  ];
  return (
    <Paper variant="outlined" component="li" sx={{ p: 2 }}>
      <Typography variant="subtitle2" component="h3" color={stopped ? 'error' : 'textPrimary'} sx={{ mb: 1 }}>
        {stopped ? 'Stopped Referral Item' : 'Referral Item'}
      </Typography>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5, m: 0 }}
      >
        {facts.map(({ label, value }) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value ?? '–'}
            </Typography>
          </Box>
        ))}
      </Box>
    </Paper>
  );
}
