import { US_STATES } from '@throughline/contracts';
import { Autocomplete, OutlinedInput } from '@mui/material';
import { useRef, useState } from 'react';
import { type Choice, exactChoice, findChoices } from './choices.js';
import { Field, type FieldProps } from './field.js';
import { useListLayer } from '../dialogs/layers.js';
import english from '../../../texts/en/search-select.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('search-select', english);

interface SearchSelectProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** Empty if nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/** A choice from a long list, searched by typing. On blur, a typed value or label is chosen without Enter. */
export function SearchSelect({ choices, value, onChange, onBlur, ...field }: SearchSelectProps) {
  const t = useTexts();
  const typed = useRef('');
  const [isOpen, setOpen] = useState(false);
  useListLayer(isOpen, () => setOpen(false));
  const leave = () => {
    const meant = exactChoice(choices, typed.current);
    typed.current = '';
    if (meant && meant.value !== value) onChange(meant.value);
    onBlur?.();
  };
  return (
    <Field {...field}>
      {(input) => (
        <Autocomplete
          id={input.id}
          options={choices}
          autoHighlight
          open={isOpen}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          noOptionsText={t('noOptions')}
          openText={t('open')}
          closeText={t('close')}
          clearText={t('clear')}
          value={choices.find((choice) => choice.value === value) ?? null}
          onChange={(_event, choice) => {
            typed.current = '';
            onChange(choice?.value ?? '');
          }}
          onBlur={leave}
          onInputChange={(_event, text, reason) => {
            typed.current = reason === 'input' ? text : typed.current;
          }}
          filterOptions={(options, { inputValue }) => findChoices(options, inputValue)}
          isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              ref={slotProps.input.ref}
              endAdornment={slotProps.input.endAdornment}
              fullWidth
              slotProps={{ input: { ...slotProps.htmlInput, ...input } }}
            />
          )}
        />
      )}
    </Field>
  );
}

const STATES: readonly Choice[] = Object.entries(US_STATES).map(([value, name]) => ({
  value,
  label: `${name} (${value})`,
}));

interface StateFieldProps extends FieldProps {
  /** Two letters; empty if none is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export const StateField = (props: StateFieldProps) => <SearchSelect {...props} choices={STATES} />;
