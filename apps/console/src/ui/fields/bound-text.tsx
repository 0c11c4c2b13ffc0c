import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type Bound, BoundField, type BoundProps } from './bound-field.js';
import { TextField } from './text-field.js';

type BoundTextProps<Values extends FieldValues, Output> = Bound<Values, Output> &
  Omit<ComponentProps<typeof TextField>, keyof BoundProps>;

/** A text field of a form. */
export const BoundText = <Values extends FieldValues, Output = Values>({
  control,
  name,
  ...text
}: BoundTextProps<Values, Output>) => (
  <BoundField<Values, Output> name={name} {...(control && { control })}>
    {(field) => <TextField {...text} {...field} />}
  </BoundField>
);
