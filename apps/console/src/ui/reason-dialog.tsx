import { reasonBody } from '@throughline/contracts';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from './form-dialog.js';
import { ReasonField } from './reason-field.js';
import { schemaResolver } from './schema-resolver.js';

interface Reason {
  readonly reason: string;
}

interface ReasonDialogProps extends Omit<
  ComponentProps<typeof FormDialog>,
  'open' | 'dirty' | 'onSubmit' | 'children'
> {
  readonly onSubmit: (given: Reason) => unknown;
}

/** Asks for the reason of an act, and for nothing else. */
export function ReasonDialog({ onSubmit, ...props }: ReasonDialogProps) {
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { reason: '' },
    resolver: schemaResolver(reasonBody),
  });
  return (
    <FormDialog {...props} open dirty={formState.isDirty} onSubmit={handleSubmit((given) => onSubmit(given))}>
      <ReasonField control={control} autoFocus />
    </FormDialog>
  );
}
