import { InputAdornment, OutlinedInput, type OutlinedInputProps } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { Search } from '../icons/icons.js';
import type { useSearchText } from './use-search-text.js';

type SearchBoxProps = ReturnType<typeof useSearchText> & Pick<OutlinedInputProps, 'placeholder' | 'inputProps' | 'sx'>;

/** The search box of a list. An Enter searches at once. */
export function SearchBox({ value, onChange, onEnter, inputProps, ...look }: SearchBoxProps) {
  const searchNow = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // A surrounding form has other fields, and is not submitted by a search.
    event.preventDefault();
    onEnter((event.target as HTMLInputElement).value);
  };
  return (
    <OutlinedInput
      size="small"
      type="search"
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={searchNow}
      inputProps={{ ...inputProps, maxLength: 100 }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={16} aria-hidden />
        </InputAdornment>
      }
      {...look}
    />
  );
}

interface ListSearchProps extends ReturnType<typeof useSearchText> {
  /** The accessible name; the placeholder says what is searched. */
  readonly label: string;
  readonly placeholder: string;
}

/** The search box in the bar above a list, beside its title. On a phone it takes the whole line. Elsewhere it is a `SearchField`. */
export const ListSearch = ({ label, ...box }: ListSearchProps) => (
  <SearchBox
    {...box}
    inputProps={{ 'aria-label': label }}
    sx={{ flex: { xs: '1 0 100%', sm: '1 1 200px' }, minWidth: 0, maxWidth: { sm: 360 } }}
  />
);
