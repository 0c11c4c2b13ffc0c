import { Box, Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { Controller, type FieldPath, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import type { Choice } from '../../../ui/fields/choice/choices.js';
import { DateField, type DateFieldProps } from '../../../ui/fields/date/date-field.js';
import type { FieldProps } from '../../../ui/fields/field.js';
import { fieldId } from '../../../ui/fields/field-faults.js';
import { PhoneField } from '../../../ui/fields/phone/phone-field.js';
import { StateField } from '../../../ui/fields/choice/state-field.js';
import { TextField, type TextFieldProps } from '../../../ui/fields/text-field.js';
import type { OrderDraft } from './order-draft.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('order-form', english);

/* The console's fields, bound to the order form. No field truncates its text: text that is too long has an error. */

interface Bound {
  readonly name: FieldPath<OrderDraft>;
  /** Whether the field spans both columns. */
  readonly wide?: boolean;
}
type Bare = Omit<FieldProps, 'error' | 'id' | 'sx'> & Bound;
type Typed = Bare & Pick<TextFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'readOnly' | 'rows'>;

interface Field extends Pick<FieldProps, 'id' | 'error' | 'sx'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
}

/** `inputRef` is not passed on, because the order form focuses its first wrong field by `showField`, which also scrolls to it. */
function Bind({ name, wide = false, children }: Bound & { readonly children: (field: Field) => ReactNode }) {
  return (
    <BoundField<OrderDraft> name={name}>
      {({ value, error, onChange, onBlur }) =>
        children({ id: fieldId(name), value, error, onChange, onBlur, ...(wide ? { sx: WIDE } : {}) })
      }
    </BoundField>
  );
}

const WIDE = { gridColumn: '1 / -1' };

interface FormTextProps extends Typed {
  /** Rewrites the text when the field is left, such as another way to write the same value. */
  readonly tidy?: (typed: string) => string;
}

export const FormText = ({ name, wide, tidy = asTyped, ...props }: FormTextProps) => (
  <Bind name={name} {...(wide ? { wide } : {})}>
    {({ onBlur, ...field }) => (
      <TextField
        {...props}
        {...field}
        onBlur={() => {
          const text = tidy(field.value);
          if (text !== field.value) field.onChange(text);
          onBlur();
        }}
      />
    )}
  </Bind>
);

const asTyped = (typed: string): string => typed;

export const FormPhone = ({ name, wide, ...props }: Typed) => (
  <Bind name={name} {...(wide ? { wide } : {})}>
    {(field) => <PhoneField {...props} {...field} />}
  </Bind>
);

export const FormDate = ({ name, wide, ...props }: Bare & Pick<DateFieldProps, 'days' | 'readOnly'>) => (
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
const INSURANCE_TYPES = ['medicaid', 'medicare', 'commercial'] as const;

/** Three checkboxes in one group. The error is about all of them. */
export function InsuranceTypeField() {
  const t = useTexts();
  const words = useWords();
  const { setValue, trigger } = useFormContext<OrderDraft>();
  const { errors, isSubmitted } = useFormState<OrderDraft>();
  const chosen = useWatch<OrderDraft, typeof INSURANCE_TYPE>({ name: INSURANCE_TYPE });
  const error = errors.insuranceInfo?.insuranceType as { readonly message?: string } | undefined;
  const id = fieldId(INSURANCE_TYPE);
  return (
    <FormControl component="fieldset" error={error?.message !== undefined} sx={{ ...WIDE, border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend">
        {t('insuranceType')}
        <span aria-hidden> *</span>
      </FormLabel>
      <FormGroup row>
        {INSURANCE_TYPES.map((key, index) => (
          <FormControlLabel
            key={key}
            label={t(key)}
            control={
              <Checkbox
                checked={chosen[key]}
                onChange={(event) => {
                  setValue(`${INSURANCE_TYPE}.${key}`, event.target.checked, { shouldDirty: true });
                  // The ids that the chosen types require as well.
                  if (isSubmitted) void trigger('insuranceInfo');
                }}
                slotProps={{
                  input: {
                    'aria-describedby': `${id}-help`,
                    'aria-invalid': error?.message !== undefined,
                    ...(index === 0 ? { id } : {}),
                  },
                }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText id={`${id}-help`}>{error?.message === undefined ? null : words(error.message)}</FormHelperText>
    </FormControl>
  );
}
