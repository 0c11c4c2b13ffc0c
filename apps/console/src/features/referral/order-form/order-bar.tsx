import { Box, Button, GlobalStyles, Typography } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { PAGE_EDGE } from '../../../theme/theme.js';
import { BESIDE, ORDER_HEADING } from './cart-panel.js';
import type { OrderDraft } from './order-draft.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('order-form', english);

interface OrderBarProps {
  /** What is left to fix of the faults of the last submit. */
  readonly faultCount: number;
  readonly onShowFaults: () => void;
}

/**
 * A bar with the number of items, the faults and Submit, for a cart under the form. It is at the bottom of the window while any of the form
 * is in view, and after the form's end it has its own space, so that it covers nothing.
 */
export function OrderBar({ faultCount, onShowFaults }: OrderBarProps) {
  const t = useTexts();
  const { length } = useWatch<OrderDraft, 'items'>({ name: 'items' });
  return (
    <Box component="section" aria-label={t('summary')} sx={BAR}>
      <GlobalStyles styles={KEPT_FREE} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>
        {length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('nothingYet')}
          </Typography>
        ) : (
          <Button size="small" onClick={showOrder} sx={IN_BAR}>
            {t('inOrder', { count: length })}
          </Button>
        )}
        {faultCount > 0 ? (
          <Button size="small" color="error" onClick={onShowFaults} sx={IN_BAR}>
            {t('toFix', { count: faultCount })}
          </Button>
        ) : null}
      </Box>
      <Button type="submit" variant="contained" size="large">
        {t('submit')}
      </Button>
    </Box>
  );
}

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

/** Scrolls a focused element to above the bar. */
const KEPT_FREE = {
  html: { scrollPaddingBottom: 'calc(88px + env(safe-area-inset-bottom))', [BESIDE]: { scrollPaddingBottom: 0 } },
};
