import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Names what is missing, for example "No referrals yet". */
  readonly title: string;
  /** Why there is nothing, or what to do. */
  readonly children?: ReactNode;
  /** The next step: a button or a link. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Box sx={{ py: 5, px: 2, textAlign: 'center' }}>
      <Typography variant="subtitle1" component="p">
        {title}
      </Typography>
      {children ? (
        <Typography color="textSecondary" component="div" sx={{ maxWidth: '56ch', mx: 'auto', mt: 0.5 }}>
          {children}
        </Typography>
      ) : null}
      {action ? <Box sx={{ mt: 2 }}>{action}</Box> : null}
    </Box>
  );
}
