import { Autocomplete, OutlinedInput } from '@mui/material';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Choice, exactChoice, findChoices } from './choices.js';
import { Field, type FieldProps } from '../field.js';
import { useListLayer } from '../../dialogs/layers.js';
import english from '../../../../texts/en/search-select.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('search-select', english);

interface SearchSelectProps extends FieldProps {
  readonly choices: readonly Choice[];
  /** Empty if nothing is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly autoFocus?: boolean;
  /** What was typed into the field while this code was being loaded, and whether it was followed by Enter. */
  readonly typedBefore: string;
  readonly isEntered: RefObject<boolean>;
}

/** A choice from a long list, searched by typing. On blur, a typed value or label is chosen without Enter. */
export function SearchSelect({
  choices,
  value,
  onChange,
  onBlur,
  autoFocus = false,
  typedBefore,
  isEntered,
  ...field
}: SearchSelectProps) {
  const t = useTexts();
  const typed = useRef(typedBefore);
  const [text, setText] = useState(typedBefore);
  const [isOpen, setOpen] = useState(false);
  useListLayer(isOpen, () => setOpen(false));
  const leave = () => {
    const meant = exactChoice(choices, typed.current);
    typed.current = '';
    if (meant && meant.value !== value) onChange(meant.value);
    onBlur?.();
  };
  useEffect(() => {
    if (typedBefore === '') return;
    const [first] = isEntered.current ? findChoices(choices, typedBefore) : [];
    const meant = first ?? (autoFocus ? undefined : exactChoice(choices, typedBefore));
    if (meant) onChange(meant.value);
    if (!meant && autoFocus) return setOpen(true);
    typed.current = '';
    if (!meant) setText('');
    // What was typed before is taken over once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
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
          inputValue={text}
          onInputChange={(_event, entered, reason) => {
            // At first the component replaces a text that is no choice, as that which was typed before.
            if (reason === 'reset' && entered === '' && typed.current !== '') return;
            typed.current = reason === 'input' ? entered : typed.current;
            setText(entered);
          }}
          filterOptions={(options, { inputValue }) => findChoices(options, inputValue)}
          isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              ref={slotProps.input.ref}
              endAdornment={slotProps.input.endAdornment}
              fullWidth
              autoFocus={autoFocus}
              slotProps={{ input: { ...slotProps.htmlInput, ...input } }}
            />
          )}
        />
      )}
    </Field>
  );
}
