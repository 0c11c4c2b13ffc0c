import { Checkbox, FormControlLabel, FormGroup, FormLabel, Stack } from '@mui/material';

interface CheckListProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** Several of a few choices, as checkboxes. */
export function CheckList({ label, choices, chosen, onChange }: CheckListProps) {
  return (
    <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend">{label}</FormLabel>
      <FormGroup>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice}
            label={choice}
            control={
              <Checkbox
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
