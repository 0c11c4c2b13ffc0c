import type { TaskName } from '@throughline/domain';
import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  NativeSelect,
  OutlinedInput,
  Typography,
} from '@mui/material';
import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { type Bound, BoundField } from '../../../ui/bound-field.js';
import { Field } from '../../../ui/field.js';
import { TextField } from '../../../ui/text-field.js';
import { nextTasksByStep, type Parcel } from './next-tasks.js';
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
    <FormControl component="fieldset" error={error !== undefined} aria-describedby={id} fullWidth sx={{ mb: 1 }}>
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
      <FormHelperText id={id}>{error ?? ' '}</FormHelperText>
    </FormControl>
  );
}

export const idsOf = (items: readonly WorkedItem[]): number[] => items.map(({ id }) => id);

interface NextTaskSelectProps<Values extends FieldValues, Output> extends Bound<Values, Output> {
  readonly label: string;
  readonly from: TaskName;
  /** Called after the field itself has taken the choice; empty: none. */
  readonly onPicked?: (task: TaskName | '') => void;
}

/** The tasks that items can go to, grouped by step. The value of the field is empty until one is chosen. */
export function NextTaskSelect<Values extends FieldValues, Output = Values>({
  label,
  from,
  onPicked,
  ...bound
}: NextTaskSelectProps<Values, Output>) {
  return (
    <BoundField<Values, Output> {...bound}>
      {({ value, onChange, onBlur, inputRef, error }) => (
        <Field label={label} error={error} required sx={{ mb: 2 }}>
          {(input) => (
            <NativeSelect
              value={value}
              onChange={({ target }) => {
                onChange(target.value);
                onPicked?.(target.value as TaskName | '');
              }}
              onBlur={onBlur}
              inputRef={inputRef}
              input={<OutlinedInput />}
              inputProps={input}
            >
              <option value="">Choose a task</option>
              {nextTasksByStep(from).map(({ step, tasks }) => (
                <optgroup key={step} label={step}>
                  {tasks.map((task) => (
                    <option key={task} value={task}>
                      {task}
                    </option>
                  ))}
                </optgroup>
              ))}
            </NativeSelect>
          )}
        </Field>
      )}
    </BoundField>
  );
}

interface TrackingFieldsProps<Values extends Parcel, Output> {
  readonly control: Control<Values, unknown, Output>;
}

/** Carrier and tracking number: the fields `carrier` and `number` of a form. */
export function TrackingFields<Values extends Parcel, Output = Values>({
  control,
}: TrackingFieldsProps<Values, Output>) {
  const path = (name: keyof Parcel) => name as FieldPath<Values>;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 2fr' } }}>
      <BoundField<Values, Output> control={control} name={path('carrier')} deps={[path('number')]}>
        {(field) => (
          <TextField
            {...field}
            label="Carrier"
            help="For example FedEx or UPS. A carrier that is not well known is shown to the public as Other carrier."
          />
        )}
      </BoundField>
      <BoundField<Values, Output> control={control} name={path('number')} deps={[path('carrier')]}>
        {(field) => <TextField {...field} label="Tracking number" />}
      </BoundField>
    </Box>
  );
}
