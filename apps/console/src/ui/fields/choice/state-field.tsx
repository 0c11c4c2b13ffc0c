import { useEffect, useRef, useState } from 'react';
import { onceAtRest } from '../../page/at-rest.js';
import { onDemand, toastNotLoaded } from '../../page/on-demand.js';
import type { FieldProps } from '../field.js';
import { useStateChoices } from './state-choices.js';
import { TextField } from '../text-field.js';

const SearchSelect = onDemand(async () => (await import('./search-select.js')).SearchSelect);

interface StateFieldProps extends FieldProps {
  /** Two letters; empty if none is chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/**
 * A state, searched by typing. The code of the search is a twentieth of the order form, so it is loaded once the rest of the page is there, or
 * when the field gets the focus. It takes over what was typed until then.
 */
export function StateField(props: StateFieldProps) {
  const choices = useStateChoices();
  const [wanted, setWanted] = useState<'no' | 'at rest' | 'focused'>('no');
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => onceAtRest(() => setWanted((now) => (now === 'no' ? 'at rest' : now))), []);
  const isWanted = wanted !== 'no';
  useEffect(() => {
    if (!isWanted) return;
    // Not by its `fallback`, which would be another field, without the focus.
    SearchSelect.load().then(
      () => setLoaded(true),
      () => {
        toastNotLoaded();
        setWanted('no');
      },
    );
  }, [isWanted]);
  const [typed, setTyped] = useState('');
  const isEntered = useRef(false);
  const { onChange: _, onBlur: __, ...field } = props;
  if (isLoaded) {
    return (
      <SearchSelect
        {...props}
        choices={choices}
        autoFocus={wanted === 'focused'}
        typedBefore={typed}
        isEntered={isEntered}
      />
    );
  }
  return (
    <span
      style={{ display: 'contents' }}
      onFocus={() => setWanted('focused')}
      // The code that arrives later must not take the focus back.
      onBlur={() => setWanted('at rest')}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        isEntered.current = true;
      }}
    >
      <TextField
        {...field}
        value={typed || (choices.find(({ value }) => value === props.value)?.label ?? '')}
        onChange={(text) => {
          isEntered.current = false;
          setTyped(text);
        }}
        endAdornment={null}
      />
    </span>
  );
}
