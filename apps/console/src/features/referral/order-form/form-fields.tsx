import { Box, Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { Controller, type FieldPath, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../../ui/choice-field.js';
import { DateField } from '../../../ui/date-field.js';
import type { FieldProps } from '../../../ui/field.js';
import { PhoneField } from '../../../ui/phone-field.js';
import type { Choice } from '../../../ui/search-select.js';
import { StateField } from '../../../ui/state-field.js';
import { TextField, type TextFieldProps } from '../../../ui/text-field.js';
import type { OrderDraft } from './order-draft.js';

/*
 * The console's fields, tied to the order's draft. No field cuts what is typed: what is too long is said, never lost.
 */

interface Bound {
  readonly name: FieldPath<OrderDraft>;
  /** Over both columns. */
  readonly wide?: boolean;
}
type Bare = Omit<FieldProps, 'error' | 'id' | 'sx'> & Bound;
type Typed = Bare & Pick<TextFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'readOnly' | 'rows'>;

/** Where an error summary finds the field. */
export const fieldId = (name: string) => name.replaceAll('.', '-');

interface Field extends Pick<FieldProps, 'id' | 'error' | 'sx'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

function Bind({ name, wide = false, children }: Bound & { readonly children: (field: Field) => ReactNode }) {
  return (
    <Controller<OrderDraft>
      name={name}
      render={({ field, fieldState: { error } }) =>
        children({
          id: fieldId(name),
          error: error?.message,
          value: String(field.value ?? ''),
          onChange: field.onChange,
          onBlur: field.onBlur,
          ...(wide ? { sx: WIDE } : {}),
        }) as React.JSX.Element
      }
    />
  );
}

const WIDE = { gridColumn: '1 / -1' };

export const FormText = ({ name, wide, ...props }: Typed) => (
  <Bind name={name} {...(wide ? { wide } : {})}>
    {(field) => <TextField {...props} {...field} />}
  </Bind>
);

export const FormPhone = ({ name, wide, ...props }: Typed) => (
  <Bind name={name} {...(wide ? { wide } : {})}>
    {(field) => <PhoneField {...props} {...field} />}
  </Bind>
);

export const FormDate = ({ name, wide, ...props }: Bare) => (
  <Bind name={name} {...(wide ? { wide } : {})}>
    {(field) => <DateField {...props} {...field} />}
  </Bind>
);

export const FormState = ({ name, wide, ...props }: Bare) => (
  <Bind name={name} {...(wide ? { wide } : {})}>
    {(field) => <StateField {...props} {...field} />}
  </Bind>
);

interface FormSelectProps extends Bare {
  readonly options: readonly Choice[];
  readonly emptyLabel?: string;
  readonly onPicked?: (value: string) => void;
}

export const FormSelect = ({ name, wide, options, onPicked, ...props }: FormSelectProps) => (
  <Bind name={name} {...(wide ? { wide } : {})}>
    {({ onChange, ...field }) => (
      <ChoiceField
        {...props}
        {...field}
        choices={options}
        onChange={(value) => {
          onChange(value);
          onPicked?.(value);
        }}
      />
    )}
  </Bind>
);

export const FormCheckbox = ({ name, label, wide }: Bare) => (
  <Controller<OrderDraft>
    name={name}
    render={({ field }) => (
      <Box sx={wide ? WIDE : { alignSelf: 'center' }}>
        <FormControlLabel
          label={label}
          control={
            <Checkbox
              checked={field.value === true}
              onChange={(event) => field.onChange(event.target.checked)}
              onBlur={field.onBlur}
              slotProps={{ input: { id: fieldId(name) } }}
            />
          }
        />
      </Box>
    )}
  />
);

const INSURANCE_TYPE = 'insuranceInfo.insuranceType';
const INSURANCE_TYPES = [
  ['medicaid', 'Medicaid'],
  ['medicare', 'Medicare'],
  ['commercial', 'Commercial'],
] as const;

/** Three flags of one question; the error is the question's. */
export function InsuranceTypeField() {
  const { setValue } = useFormContext<OrderDraft>();
  const { errors, isSubmitted } = useFormState<OrderDraft>();
  const chosen = useWatch<OrderDraft, typeof INSURANCE_TYPE>({ name: INSURANCE_TYPE });
  const error = errors.insuranceInfo?.insuranceType as { readonly message?: string } | undefined;
  const id = fieldId(INSURANCE_TYPE);
  return (
    <FormControl component="fieldset" error={error?.message !== undefined} sx={{ ...WIDE, border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend">
        Insurance Type<span aria-hidden> *</span>
      </FormLabel>
      <FormGroup row>
        {INSURANCE_TYPES.map(([key, label], index) => (
          <FormControlLabel
            key={key}
            label={label}
            control={
              <Checkbox
                checked={chosen[key]}
                onChange={(event) =>
                  setValue(`${INSURANCE_TYPE}.${key}`, event.target.checked, {
                    shouldDirty: true,
                    shouldValidate: isSubmitted,
                  })
                }
                slotProps={{ input: { 'aria-describedby': `${id}-help`, ...(index === 0 ? { id } : {}) } }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText id={`${id}-help`}>{error?.message}</FormHelperText>
    </FormControl>
  );
}
