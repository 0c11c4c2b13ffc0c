import {
  Autocomplete,
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  MenuItem,
  OutlinedInput,
  Select,
} from '@mui/material';
import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import { Controller, type FieldPath, type FieldPathValue, useFormContext, useFormState } from 'react-hook-form';
import type { OrderDraft } from './order-draft.js';
import { formatPhone, phoneDigits } from '../../../ui/phone.js';

type Path = FieldPath<OrderDraft>;

interface FieldProps {
  readonly name: Path;
  readonly label: string;
  readonly required?: boolean;
  /** Under the field; the error takes its place. */
  readonly help?: string | undefined;
  /** Over both columns. */
  readonly wide?: boolean;
}

/** Where an error summary finds the field. */
export const fieldId = (name: string) => name.replaceAll('.', '-');

/** Label above, help or error below, all tied together for a screen reader. */
function Field({
  name,
  label,
  required,
  help,
  wide,
  error,
  children,
}: FieldProps & { error: string | undefined; children: ReactNode }) {
  const id = fieldId(name);
  return (
    <FormControl error={error !== undefined} sx={wide ? { gridColumn: '1 / -1' } : {}} fullWidth>
      <FormLabel htmlFor={id} id={`${id}-label`}>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </FormLabel>
      {children}
      <FormHelperText id={`${id}-help`} role={error === undefined ? undefined : 'alert'}>
        {error ?? help ?? ' '}
      </FormHelperText>
    </FormControl>
  );
}

/** What every input tells assistive technology. */
const described = ({ name, required }: FieldProps, error: string | undefined) => ({
  id: fieldId(name),
  'aria-describedby': `${fieldId(name)}-help`,
  'aria-invalid': error !== undefined,
  'aria-required': required === true,
});

interface FormTextProps extends FieldProps {
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: 'numeric';
  readonly autoComplete?: string;
  readonly multiline?: boolean;
  readonly readOnly?: boolean;
}

/** Text without a hard limit: what is too long is said, never cut. */
export function FormText(props: FormTextProps) {
  const { name, type, inputMode, autoComplete = 'off', multiline = false, readOnly = false } = props;
  return (
    <Controller<OrderDraft>
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field {...props} error={error?.message}>
          <OutlinedInput
            {...field}
            value={field.value ?? ''}
            inputRef={field.ref}
            size="small"
            type={type ?? 'text'}
            autoComplete={autoComplete}
            readOnly={readOnly}
            multiline={multiline}
            {...(multiline ? { minRows: 3, maxRows: 12 } : {})}
            inputProps={{ ...described(props, error?.message), ...(inputMode ? { inputMode } : {}) }}
          />
        </Field>
      )}
    />
  );
}

/** Shown as a US number while typing, kept as its digits; anything can be pasted. */
export function FormPhone(props: FormTextProps) {
  return (
    <Controller<OrderDraft>
      name={props.name}
      render={({ field, fieldState: { error } }) => (
        <Field {...props} error={error?.message}>
          <OutlinedInput
            {...field}
            value={formatPhone(String(field.value ?? ''))}
            onChange={(event) => field.onChange(phoneDigits(event.target.value))}
            inputRef={field.ref}
            size="small"
            type="tel"
            autoComplete={props.autoComplete ?? 'off'}
            inputProps={described(props, error?.message)}
          />
        </Field>
      )}
    />
  );
}

export function FormDate(props: FieldProps) {
  return <FormText {...props} type="date" />;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface FormSelectProps extends FieldProps {
  readonly options: readonly Option[];
  /** Label of the empty choice; without one the field starts unchosen. */
  readonly emptyLabel?: string;
  readonly onPicked?: (value: string) => void;
}

export function FormSelect(props: FormSelectProps) {
  const { name, options, emptyLabel, onPicked } = props;
  return (
    <Controller<OrderDraft>
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field {...props} error={error?.message}>
          <Select
            {...field}
            native
            size="small"
            value={field.value ?? ''}
            inputRef={field.ref}
            onChange={(event) => {
              field.onChange(event.target.value);
              onPicked?.(String(event.target.value));
            }}
            inputProps={described(props, error?.message)}
          >
            <option value="">{emptyLabel ?? 'Choose'}</option>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
    />
  );
}

/** A long list that is searched by typing. */
export function FormSearchSelect(props: FormSelectProps) {
  const { name, options } = props;
  return (
    <Controller<OrderDraft>
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field {...props} error={error?.message}>
          <Autocomplete
            id={fieldId(name)}
            size="small"
            options={options}
            autoHighlight
            value={options.find((option) => option.value === field.value) ?? null}
            onChange={(_event, option) => field.onChange(option?.value ?? '')}
            onBlur={field.onBlur}
            isOptionEqualToValue={(option, value) => option.value === value.value}
            renderOption={({ key, ...optionProps }, option) => (
              <MenuItem key={key} {...optionProps}>
                {option.label}
              </MenuItem>
            )}
            renderInput={({ slotProps }) => (
              <OutlinedInput
                ref={slotProps.input.ref}
                inputRef={field.ref}
                endAdornment={slotProps.input.endAdornment}
                fullWidth
                size="small"
                inputProps={{ ...slotProps.htmlInput, ...described(props, error?.message) }}
              />
            )}
          />
        </Field>
      )}
    />
  );
}

export function FormCheckbox({ name, label, wide }: FieldProps) {
  return (
    <Controller<OrderDraft>
      name={name}
      render={({ field }) => (
        <Box sx={wide ? { gridColumn: '1 / -1' } : { alignSelf: 'center' }}>
          <FormControlLabel
            label={label}
            control={
              <Checkbox
                checked={field.value === true}
                onChange={(event) => field.onChange(event.target.checked)}
                onBlur={field.onBlur}
                slotProps={{ input: { ref: field.ref, id: fieldId(name) } }}
              />
            }
          />
        </Box>
      )}
    />
  );
}

interface FormCheckboxGroupProps extends FieldProps {
  readonly name: 'insuranceInfo.insuranceType';
  readonly options: readonly {
    readonly key: keyof OrderDraft['insuranceInfo']['insuranceType'];
    readonly label: string;
  }[];
}

/** Several flags of one question; the error is the question's. */
export function FormCheckboxGroup(props: FormCheckboxGroupProps) {
  const { name, label, required, options } = props;
  const { setValue, watch, trigger } = useFormContext<OrderDraft>();
  const { errors } = useFormState<OrderDraft>({ name });
  const error = errors.insuranceInfo?.insuranceType as { message?: string } | undefined;
  const id = fieldId(name);
  const chosen: FieldPathValue<OrderDraft, typeof name> = watch(name);
  return (
    <FormControl
      component="fieldset"
      error={error?.message !== undefined}
      sx={{ gridColumn: '1 / -1', border: 0, p: 0, m: 0 }}
    >
      <FormLabel component="legend" id={`${id}-label`}>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </FormLabel>
      <FormGroup row>
        {options.map(({ key, label: optionLabel }, index) => (
          <FormControlLabel
            key={key}
            label={optionLabel}
            control={
              <Checkbox
                checked={chosen[key]}
                onChange={(event) => {
                  setValue(`${name}.${key}`, event.target.checked, { shouldDirty: true, shouldTouch: true });
                  if (error) void trigger(name);
                }}
                slotProps={{ input: index === 0 ? { id, 'aria-describedby': `${id}-help` } : {} }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText id={`${id}-help`}>{error?.message ?? ' '}</FormHelperText>
    </FormControl>
  );
}
