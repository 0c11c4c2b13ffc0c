import { Checkbox, FormControlLabel } from '@mui/material';
import type { ComponentProps } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { Bound } from './bound-field.js';

interface BoundCheckboxProps<Values extends FieldValues, Output> extends Bound<Values, Output> {
  readonly label: string;
  /** For a box whose error is shown beside it. */
  readonly input?: ComponentProps<'input'>;
  readonly onChanged?: () => void;
}

/** A checkbox of a form, with its label. */
export function BoundCheckbox<Values extends FieldValues, Output = Values>({
  label,
  input,
  onChanged,
  ...bound
}: BoundCheckboxProps<Values, Output>) {
  const { value, onChange, ref } = useController<Values, FieldPath<Values>, Output>(bound).field;
  const change = (_: unknown, isOn: boolean) => {
    onChange(isOn);
    onChanged?.();
  };
  const box = <Checkbox checked={value} onChange={change} slotProps={{ input: { ...input, ref } }} />;
  return <FormControlLabel label={label} control={box} />;
}
