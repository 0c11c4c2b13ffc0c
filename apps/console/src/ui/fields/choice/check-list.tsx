import type { Ref } from 'react';
import { Checkbox, FormControlLabel, FormGroup, FormLabel, Stack } from '@mui/material';

interface CheckListProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  /** Refers to the first checkbox. */
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A few choices as checkboxes. Several can be chosen. */
export function CheckList({ label, choices, chosen, onChange, inputRef }: CheckListProps) {
  return (
    <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup>
        {choices.map((choice, index) => (
          <FormControlLabel
            key={choice}
            label={choice}
            control={
              <Checkbox
                {...(index === 0 && inputRef && { slotProps: { input: { ref: inputRef } } })}
                checked={chosen.includes(choice)}
                onChange={(_, on) => onChange(on ? [...chosen, choice] : chosen.filter((other) => other !== choice))}
              />
            }
          />
        ))}
      </FormGroup>
    </Stack>
  );
}
