import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.js';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** A verb, never "OK". */
  readonly confirmLabel: string;
  /** It takes something away. */
  readonly destructive?: boolean;
  readonly busy?: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({
  confirmLabel,
  destructive = false,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <FormDialog
      {...dialog}
      submitLabel={confirmLabel}
      submitColor={destructive ? 'error' : 'primary'}
      onSubmit={onConfirm}
    >
      {children}
    </FormDialog>
  );
}
