import { type CatalogueDifference, isNoChange } from '@throughline/domain';
import { Box, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface DifferenceProps {
  readonly name: string;
  readonly difference: CatalogueDifference;
}

/** The changes that a file would make: their number, and each item by name. */
export function Difference({ name, difference }: DifferenceProps) {
  const { added, changed, retired, reordered, unchanged } = difference;
  return (
    <Paper variant="outlined" component="section" aria-label="Difference" sx={{ p: 2 }}>
      <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {isNoChange(difference) ? `${name} changes nothing` : `What ${name} changes`}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {added.length} added, {changed.length} changed, {retired.length} retired, {unchanged} unchanged
      </Typography>
      <Listed title="Added" items={added} />
      <Listed title="Changed" items={changed}>
        {({ fields }) => (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {fields.map(({ field, from, to }) => (
              <li key={field}>
                {field}: {from === null ? 'nothing' : <del>{from}</del>} → {to === null ? 'nothing' : <ins>{to}</ins>}
              </li>
            ))}
          </Box>
        )}
      </Listed>
      <Listed title="Retired" items={retired} />
      {reordered.length > 0 ? <Typography>Shown in another order: {reordered.join(', ')}</Typography> : null}
    </Paper>
  );
}

interface ListedProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly children?: (item: Item) => ReactNode;
}

function Listed<Item extends CatalogueDifference['added'][number]>({ title, items, children }: ListedProps<Item>) {
  if (items.length === 0) return null;
  return (
    <Box component="details" open={items.length <= MAX_OPEN} sx={{ mb: 1 }}>
      <Typography component="summary" sx={{ fontWeight: 600, minHeight: 24 }}>
        {title}: {items.length}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {items.map((item) => (
          <li key={item.id}>
            {item.item}{' '}
            <Typography component="span" variant="body2" color="textSecondary">
              {item.id}, {item.itemCategory}
            </Typography>
            {children?.(item)}
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** A list with more items than this is closed at first. */
const MAX_OPEN = 30;
