import { reasonBody } from '@throughline/contracts';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { FormDialog } from './form-dialog.js';
import { ReasonField } from '../fields/reason-field.js';
import { schemaResolver } from '../fields/schema-resolver.js';

interface Reason {
  readonly reason: string;
}

interface ReasonDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'open' | 'dirty' | 'onSubmit'> {
  readonly onSubmit: (given: Reason) => unknown;
}

/** Asks for the reason of an act, and for nothing else. What it says besides (its children) is above the field. */
export function ReasonDialog({ onSubmit, children, ...props }: ReasonDialogProps) {
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { reason: '' },
    resolver: schemaResolver(reasonBody),
  });
  return (
    <FormDialog {...props} open dirty={formState.isDirty} onSubmit={handleSubmit((given) => onSubmit(given))}>
      {children}
      <ReasonField control={control} autoFocus />
    </FormDialog>
  );
}
