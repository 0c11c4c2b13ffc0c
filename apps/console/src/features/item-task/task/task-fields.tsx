import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { Bound } from '../../../ui/fields/bound-field.js';
import type { WorkedItem } from './available-actions.js';

interface ItemChoiceProps<Values extends FieldValues, Output> extends Bound<Values, Output> {
  readonly label: string;
  readonly items: readonly (WorkedItem & { readonly note?: string })[];
}

/** Checkboxes for items. The value of the field is the list of the checked ids. */
export function ItemChoice<Values extends FieldValues, Output = Values>({
  label,
  items,
  ...bound
}: ItemChoiceProps<Values, Output>) {
  const id = useId();
  const { field, fieldState } = useController<Values, FieldPath<Values>, Output>(bound);
  const checked: readonly number[] = field.value;
  const error = fieldState.error?.message;
  const toggle = (itemId: number, isOn: boolean) =>
    field.onChange(isOn ? [...checked, itemId] : checked.filter((other) => other !== itemId));
  return (
    <FormControl component="fieldset" error={error !== undefined} aria-describedby={error && id} fullWidth>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup>
        {items.map(({ id: itemId, item, qty, note }, index) => (
          <FormControlLabel
            key={itemId}
            control={
              <Checkbox
                size="small"
                checked={checked.includes(itemId)}
                onChange={(_, isOn) => toggle(itemId, isOn)}
                slotProps={{ input: { 'aria-invalid': error !== undefined, ...(index === 0 && { ref: field.ref }) } }}
              />
            }
            label={
              <>
                {`${item} × ${qty}`}
                {note === undefined ? null : (
                  <Typography
                    component="span"
                    variant="body2"
                    color="textSecondary"
                    sx={{ display: 'block', overflowWrap: 'anywhere' }}
                  >
                    {note}
                  </Typography>
                )}
              </>
            }
          />
        ))}
      </FormGroup>
      {error === undefined ? null : <FormHelperText id={id}>{error}</FormHelperText>}
    </FormControl>
  );
}

export const idsOf = (items: readonly WorkedItem[]): number[] => items.map(({ id }) => id);
