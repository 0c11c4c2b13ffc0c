import { US_STATES } from '@throughline/contracts';
import type { FieldProps } from './field.js';
import { type Choice, SearchSelect } from './search-select.js';

const STATES: readonly Choice[] = Object.entries(US_STATES).map(([value, name]) => ({
  value,
  label: `${name} (${value})`,
}));

interface StateFieldProps extends FieldProps {
  /** Two letters; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export const StateField = (props: StateFieldProps) => <SearchSelect {...props} choices={STATES} />;
