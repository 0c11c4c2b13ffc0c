import { Box, Button, GlobalStyles, Typography } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { PAGE_EDGE } from '../../../theme/theme.js';
import type { OrderDraft } from './order-draft.js';

/** From this width on, the order is beside the form; below, it is under the form. */
export const BESIDE = '@media (min-width: 1000px)';
export const ONLY_BESIDE = { display: 'none', [BESIDE]: { display: 'flex' } } as const;

interface OrderBarProps {
  /** How many fields the last submit found wrong. */
  readonly faultCount: number;
  readonly onShowFaults: () => void;
}

/**
 * For an order under the form: the number of items, the faults, and Submit, at the bottom of the window while any of the
 * form is in view. Space is reserved for it after the form's end, so that it covers nothing there.
 */
export function OrderBar({ faultCount, onShowFaults }: OrderBarProps) {
  const { length } = useWatch<OrderDraft, 'items'>({ name: 'items' });
  return (
    <Box component="section" aria-label="Order summary" sx={BAR}>
      <GlobalStyles styles={KEPT_FREE} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>
        {length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            Nothing chosen yet
          </Typography>
        ) : (
          <Button size="small" onClick={showOrder} sx={IN_BAR}>
            {length} {length === 1 ? 'item' : 'items'} in your order
          </Button>
        )}
        {faultCount > 0 ? (
          <Button size="small" color="error" onClick={onShowFaults} sx={IN_BAR}>
            {faultCount} {faultCount === 1 ? 'thing' : 'things'} to fix
          </Button>
        ) : null}
      </Box>
      <Button type="submit" variant="contained" size="large">
        Submit referral
      </Button>
    </Box>
  );
}

/** The heading of the cart, which is the panel's. */
export const ORDER_HEADING = 'your-order';

function showOrder(): void {
  const heading = document.getElementById(ORDER_HEADING);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

const IN_BAR = { px: 0, minHeight: 24 };

const BAR = {
  position: 'sticky',
  bottom: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 64,
  mx: { xs: -PAGE_EDGE.xs, sm: -PAGE_EDGE.sm },
  px: PAGE_EDGE,
  pt: 1,
  pb: 'max(8px, env(safe-area-inset-bottom))',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  [BESIDE]: { display: 'none' },
} as const;

/** What takes the focus is scrolled to above the bar. */
const KEPT_FREE = {
  html: { scrollPaddingBottom: 'calc(88px + env(safe-area-inset-bottom))', [BESIDE]: { scrollPaddingBottom: 0 } },
};
