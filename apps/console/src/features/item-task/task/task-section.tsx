import { Box, Stack, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface TaskSectionProps {
  readonly title: string;
  /** At the right of the title. */
  readonly action?: ReactNode;
  /** Beside others where there is room: it needs no line above then. */
  readonly aside?: boolean;
  readonly children: ReactNode;
}

export function TaskSection({ title, action, aside = false, children }: TaskSectionProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        pb: 3,
        pt: { xs: 3, md: aside ? 0 : 3 },
        borderTop: 1,
        borderColor: { xs: 'divider', md: aside ? 'transparent' : 'divider' },
      }}
    >
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
