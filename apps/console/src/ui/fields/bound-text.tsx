import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { BoundField, type BoundFieldProps, type BoundProps } from './bound-field.js';
import { TextField } from './text-field.js';

type BoundTextProps<Values extends FieldValues, Output> = Omit<BoundFieldProps<Values, Output>, 'children' | 'deps'> &
  Omit<ComponentProps<typeof TextField>, keyof BoundProps>;

/** A text field of a form. */
export const BoundText = <Values extends FieldValues, Output = Values>({
  control,
  check,
  name,
  ...text
}: BoundTextProps<Values, Output>) => (
  <BoundField<Values, Output> name={name} {...(control && { control })} {...(check && { check })}>
    {(field) => <TextField {...text} {...field} />}
  </BoundField>
);
