import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material';
import { useId } from 'react';
import type { WorkedItem } from './worked-task.js';

interface ItemChoiceProps {
  readonly label: string;
  readonly items: readonly WorkedItem[];
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
  readonly error: string | null;
}

/** Which of some items. */
export function ItemChoice({ label, items, chosen, onChange, error }: ItemChoiceProps) {
  const id = useId();
  const toggle = (itemId: number, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(itemId);
    else next.delete(itemId);
    onChange(next);
  };
  return (
    <FormControl component="fieldset" error={error !== null} aria-describedby={id} fullWidth>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup>
        {items.map(({ id: itemId, item, qty }) => (
          <FormControlLabel
            key={itemId}
            control={<Checkbox size="small" checked={chosen.has(itemId)} onChange={(_, on) => toggle(itemId, on)} />}
            label={`${item} × ${qty}`}
          />
        ))}
      </FormGroup>
      <FormHelperText id={id}>{error ?? ' '}</FormHelperText>
    </FormControl>
  );
}

export const allOf = (items: readonly WorkedItem[]): ReadonlySet<number> => new Set(items.map(({ id }) => id));
