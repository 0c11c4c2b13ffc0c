import type { ReferralItem } from '@throughline/contracts';
import { type OrderFact, orderedItemFacts } from '@throughline/domain';
import { Box, Paper, Typography } from '@mui/material';
import { CorrectedMark } from '../../../correction/corrected-mark.js';
import type { CorrectionsOf, FactCorrection } from '../../../correction/use-corrections.js';

interface ItemCardProps {
  readonly item: ReferralItem;
  readonly correctionsOf?: CorrectionsOf;
}

/** One ordered item, read-only (ordering specification, section 2, Status tab). */
export function ItemCard({ item, correctionsOf }: ItemCardProps) {
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
      <Typography
        variant="subtitle2"
        component="h3"
        color={item.deleted || stopped ? 'error' : 'textPrimary'}
        sx={{ mb: 1 }}
      >
        {item.deleted ? 'Referral Item - Removed' : stopped ? 'Stopped Referral Item' : 'Referral Item'}
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
            <Corrected corrections={correctionsOf?.(item.id, label) ?? []} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

/** In the column of the values. */
function Corrected({ corrections }: { readonly corrections: readonly FactCorrection[] }) {
  if (corrections.length === 0) return null;
  return (
    <Box component="dd" sx={{ gridColumn: 2, m: 0 }}>
      <CorrectedMark corrections={corrections} />
    </Box>
  );
}
