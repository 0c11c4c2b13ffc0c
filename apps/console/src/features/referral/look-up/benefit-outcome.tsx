import type { RedeemBenefitBody } from '@throughline/contracts';
import { Alert, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.js';
import { redemptionQuery } from '../api/redeem-benefit.js';

/** What became of the benefit that an order was for: the order is recorded before that is known. */
export function BenefitOutcome(order: RedeemBenefitBody) {
  const { data, error } = useQuery(redemptionQuery(order));
  if (error instanceof ApiError && error.isDefinite) {
    return (
      <Alert severity="error" sx={{ mt: 2 }}>
        The benefit was not redeemed and nothing of this order will be delivered. {error.message}
      </Alert>
    );
  }
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      {data?.outcome === 'redeemed' ? 'The benefit has been redeemed.' : 'Redeeming the benefit…'}
    </Typography>
  );
}
