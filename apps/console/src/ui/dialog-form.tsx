import { Box } from '@mui/material';
import type { FormEvent, ReactNode } from 'react';

interface DialogFormProps {
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** Makes a dialog's parts one form, so that Enter sends it. Its submit is its own, not that of a form of the page around it. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      {children}
    </Box>
  );
}
