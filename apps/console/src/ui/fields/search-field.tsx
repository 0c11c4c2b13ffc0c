import { SearchBox } from '../tables/list-search.js';
import type { useSearchText } from '../tables/use-search-text.js';
import { Field, type FieldProps } from './field.js';

type SearchFieldProps = FieldProps & ReturnType<typeof useSearchText>;

/** The search box of a list with a label above it. A file of its own, because the bar above a list has no field. */
export const SearchField = ({ value, onChange, onEnter, ...field }: SearchFieldProps) => (
  <Field {...field}>
    {(inputProps) => <SearchBox value={value} onChange={onChange} onEnter={onEnter} inputProps={inputProps} />}
  </Field>
);
