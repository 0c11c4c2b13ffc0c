import { Box } from '@mui/material';
import { ChoiceField } from './choice-field.js';
import type { DataColumn, Sort } from './data-column.js';

interface CardSortProps {
  readonly columns: readonly Pick<DataColumn<never>, 'id' | 'header'>[];
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort) => void;
}

/** Cards have no column headers to sort by. */
export function CardSort({ columns, sort, onSort }: CardSortProps) {
  const choices = columns.flatMap(({ id, header }) => [
    { value: `${id} asc`, label: `${header}, ascending` },
    { value: `${id} desc`, label: `${header}, descending` },
  ]);
  const choose = (value: string) => {
    const [field, direction] = value.split(' ');
    if (field) onSort({ field, sort: direction === 'desc' ? 'desc' : 'asc' });
  };
  return (
    <Box sx={{ display: { xs: 'block', sm: 'none' }, p: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <ChoiceField
        label="Sort by"
        choices={choices}
        emptyLabel={sort ? null : 'Choose'}
        value={sort ? `${sort.field} ${sort.sort}` : ''}
        onChange={choose}
      />
    </Box>
  );
}
