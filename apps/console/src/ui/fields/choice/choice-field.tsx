import { NativeSelect, OutlinedInput } from '@mui/material';
import type { Ref } from 'react';
import type { Choice } from './choices.js';
import { Field, type FieldProps } from '../field.js';
import english from '../../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('ui', english);

interface ChoiceFieldProps extends FieldProps {
  /** A disabled choice can remain chosen. `lang`: of a label that is in another language than the page. */
  readonly choices: readonly (Choice & { readonly disabled?: boolean; readonly lang?: string })[];
  /** Empty if nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Label of the empty choice; null removes it. */
  readonly emptyLabel?: string | null;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLSelectElement>;
}

/** A choice from a short list, as the browser's native select. */
export function ChoiceField({
  choices,
  value,
  onChange,
  onBlur,
  emptyLabel,
  autoComplete,
  autoFocus = false,
  disabled = false,
  inputRef,
  ...field
}: ChoiceFieldProps) {
  const t = useTexts();
  return (
    <Field {...field}>
      {(input) => (
        <NativeSelect
          input={<OutlinedInput autoFocus={autoFocus} />}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          {...(inputRef && { inputRef })}
          inputProps={{ ...input, ...(autoComplete && { autoComplete }) }}
        >
          {emptyLabel === null ? null : <option value="">{emptyLabel ?? t('chooseOne')}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled} lang={choice.lang}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
