import { choosePasswordForm } from '@throughline/contracts';
import { Alert, Button, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type Recovery, recoveryMessage } from '../../../session/recovery.js';
import { ErrorSummary } from '../../../ui/error-summary.js';
import { TextField } from '../../../ui/text-field.js';
import { resetPassword } from '../api/reset-password.js';
import { PasswordChecklist } from './password-checklist.js';

interface ChoosePasswordProps {
  readonly recovery: Recovery;
  readonly submitLabel: string;
  readonly onChosen: () => void;
}

const FIELDS = ['newPassword', 'confirmPassword'] as const;

/** A new password, typed twice. Nothing is red before the first submit. */
export function ChoosePassword({ recovery: { stateToken, username }, submitLabel, onChosen }: ChoosePasswordProps) {
  const id = useId();
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [attempt, setAttempt] = useState(0);
  const { mutate, isPending, error } = useMutation({ mutationFn: resetPassword, onSuccess: onChosen });
  const issues = choosePasswordForm.safeParse({ newPassword, confirmPassword }).error?.issues ?? [];
  const faultOf = (field: (typeof FIELDS)[number]) =>
    attempt === 0 ? undefined : issues.find(({ path }) => path[0] === field)?.message;
  const faults = FIELDS.flatMap((field) => {
    const message = faultOf(field);
    return message === undefined ? [] : [{ id: `${id}-${field}`, message }];
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt((before) => before + 1);
    const [first] = issues;
    if (first) document.getElementById(`${id}-${String(first.path[0])}`)?.focus();
    else if (!isPending) mutate({ stateToken, newPassword });
  };
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit} sx={{ maxWidth: 440 }}>
      <ErrorSummary faults={faults} attempt={attempt} />
      {error && !isPending ? (
        <Alert severity="error" role="alert">
          {recoveryMessage(error)}
        </Alert>
      ) : null}
      <TextField label="Username" autoComplete="username" readOnly value={username} onChange={() => undefined} />
      <TextField
        id={`${id}-newPassword`}
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={newPassword}
        onChange={setNewPassword}
        error={faultOf('newPassword')}
      />
      <PasswordChecklist password={newPassword} />
      <TextField
        id={`${id}-confirmPassword`}
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
        value={confirmPassword}
        onChange={setConfirmPassword}
        error={faultOf('confirmPassword')}
      />
      <Button type="submit" variant="contained" loading={isPending} sx={{ alignSelf: 'flex-start' }}>
        {submitLabel}
      </Button>
    </Stack>
  );
}
