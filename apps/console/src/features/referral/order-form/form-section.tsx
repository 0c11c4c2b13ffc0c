import type { OrderForm } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** A section of an order form is given the form's row. */
export interface SectionProps {
  readonly form: OrderForm;
}

interface FormSectionProps {
  readonly title: string;
  /** One line under the title. */
  readonly about?: string;
  readonly children: ReactNode;
}

/** A fieldset with its fields two a row at most, one a row on a phone. */
export function FormSection({ title, about, children }: FormSectionProps) {
  const id = useId();
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography id={id} component="legend" variant="h2" sx={{ p: 0 }}>
        {title}
      </Typography>
      {about ? (
        <Typography variant="body2" color="textSecondary">
          {about}
        </Typography>
      ) : null}
      <Box
        sx={{
          mt: 2,
          display: 'grid',
          columnGap: 3,
          rowGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
