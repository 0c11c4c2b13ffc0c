import type { Endpoint, User } from '@throughline/contracts';
import { Checkbox, FormControlLabel, FormGroup, FormLabel, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/bound-field.js';
import { TextField } from '../../../ui/text-field.js';
import { nameOf } from './account-acts.js';

export interface ActProps {
  readonly account: User;
  readonly onClose: () => void;
}

type ActEndpoint = Extract<Endpoint, `POST /users/user/{id}/${string}`>;

/** Sends the act, reads the person again, and closes. */
export function useAct<E extends ActEndpoint>(endpoint: E, { account, onClose }: ActProps, done: string) {
  const queries = useQueryClient();
  return useCommand(endpoint, {
    onSuccess: () => {
      toast(`${nameOf(account)}: ${done}`);
      onClose();
      void queries.invalidateQueries({ queryKey: ['user', account.id] });
      void queries.invalidateQueries({ queryKey: ['users'] });
    },
  });
}

interface ReasonFieldProps<Values extends FieldValues, Output> {
  readonly control: Control<Values, unknown, Output>;
  readonly autoFocus?: boolean;
}

/** Why it is done. */
export function ReasonField<Values extends FieldValues & { reason: string }, Output>({
  control,
  autoFocus = false,
}: ReasonFieldProps<Values, Output>) {
  return (
    <BoundField control={control} name={'reason' as FieldPath<Values>}>
      {(field) => (
        <TextField {...field} label="Reason" help="Kept in the audit." rows={2} autoFocus={autoFocus} required />
      )}
    </BoundField>
  );
}

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
