import { CENTRAL_TIME, LONGEST_HOLD_DAYS, nameOfItem } from '@throughline/domain';
import {
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  Stack,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { Bound } from '../../../../ui/fields/bound-field.js';
import { todayPlus } from '../../../../ui/words/calendar.js';
import type { WorkedItem } from './available-actions.js';

/** The days until which a task can be put on hold; the first is `from` days from today. */
export const holdDays = (from: 0 | 1) => ({
  min: todayPlus({ days: from, timeZone: CENTRAL_TIME }),
  max: todayPlus({ days: LONGEST_HOLD_DAYS, timeZone: CENTRAL_TIME }),
});

/** Up to so many boxes are quicker checked one by one. */
const FEW_ITEMS = 3;

/** An item with a remark. One that is gone cannot be chosen. */
export type ListedItem = WorkedItem & { readonly note?: string; readonly isGone?: boolean };

interface ItemChoiceProps<Values extends FieldValues, Output> extends Bound<Values, Output> {
  readonly label: string;
  readonly items: readonly ListedItem[];
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
  const first = items.findIndex(({ isGone = false }) => !isGone);
  const toggle = (itemId: number, isOn: boolean) =>
    field.onChange(isOn ? [...checked, itemId] : checked.filter((other) => other !== itemId));
  return (
    <FormControl component="fieldset" error={error !== undefined} aria-describedby={error && id} fullWidth>
      <FormLabel component="legend">{label}</FormLabel>
      {items.length > FEW_ITEMS ? (
        <Stack direction="row" sx={{ ml: -0.5 }}>
          <Button size="small" onClick={() => field.onChange(idsOf(items.filter(({ isGone = false }) => !isGone)))}>
            Choose all
          </Button>
          <Button size="small" onClick={() => field.onChange([])}>
            Choose none
          </Button>
          <Typography variant="body2" color="textSecondary" role="status" sx={{ alignSelf: 'center', ml: 1 }}>
            {checked.length} of {items.length} chosen
          </Typography>
        </Stack>
      ) : null}
      {/* A long list scrolls by itself, so that what follows it stays within reach. It clips at its edge, which leaves room for focus rings. */}
      <FormGroup sx={{ flexWrap: 'nowrap', maxHeight: 264, overflowY: 'auto', ml: -2, my: -0.5, pl: 2, py: 0.5 }}>
        {items.map(({ id: itemId, qty, note, isGone = false, ...item }, index) => (
          <FormControlLabel
            key={itemId}
            control={
              <Checkbox
                size="small"
                checked={checked.includes(itemId) && !isGone}
                disabled={isGone}
                onChange={(_, isOn) => toggle(itemId, isOn)}
                slotProps={{
                  input: { 'aria-invalid': error !== undefined, ...(index === first && { ref: field.ref }) },
                }}
              />
            }
            label={
              <>
                {`${nameOfItem(item)} × ${qty}`}
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

export function nameAmong(items: readonly WorkedItem[], id: number): string {
  const item = items.find((one) => one.id === id);
  return item ? nameOfItem(item) : `Item ${id}`;
}
