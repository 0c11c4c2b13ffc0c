import { Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import type { SummaryFigure as Figure } from './summary-charts.js';

/** A figure of the dashboard, which opens its tasks. */
export function SummaryFigure({ figure: { label, count, urgent = false, address } }: { readonly figure: Figure }) {
  return (
    <Link
      component={RouterLink}
      to={address}
      preventScrollReset
      underline="hover"
      sx={{ display: 'flex', gap: 0.75, alignItems: 'baseline', color: 'text.primary' }}
    >
      <Typography component="span" variant="h3" color={urgent && count > 0 ? 'error' : 'textPrimary'} data-figures>
        {count.toLocaleString('en-US')}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary">
        {label}
      </Typography>
    </Link>
  );
}
