import { Box, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface TaskSectionProps {
  readonly title: string;
  /** At the right of the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function TaskSection({ title, action, children }: TaskSectionProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Stack
        direction="row"
        sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 2 }}
      >
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Box>
  );
}
