import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useFocusKept } from '../../../ui/focus.js';
import { countOf } from '../../../ui/words/counts.js';

/** How many tasks the list has; null: it is being read, and the rows are those of the tab, page or search before. */
export const Shown = ({ count }: { readonly count: number | null }) => (
  <Typography
    variant="body2"
    color="textSecondary"
    // Reserves room, so that another digit does not move what follows.
    sx={{ flex: 'none', minWidth: '8ch', fontVariantNumeric: 'tabular-nums' }}
  >
    {count === null ? 'Loading… The tasks below are the earlier ones.' : countOf(count, 'task')}
  </Typography>
);

/** A line of fixed height, so that its content moves no row. */
export function AboveTable({ choosing, children }: { readonly choosing: boolean; readonly children: ReactNode }) {
  const focusKept = useFocusKept();
  return (
    <Stack
      {...focusKept}
      role="group"
      aria-label="About the list"
      direction={{ xs: 'column', md: 'row' }}
      sx={{
        // On a phone the notice is below the bulk actions.
        minHeight: { xs: choosing ? 120 : 36, md: 32 },
        alignItems: { md: 'center' },
        gap: 1,
        py: { xs: 0.25, md: 0 },
      }}
    >
      {children}
    </Stack>
  );
}
