import { Alert, Button, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { RequestOf } from '@throughline/contracts';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useWords } from '../../../language/language.js';
import { call } from '../../../api/api.js';
import { NewPasswordFields, NO_PASSWORD, OwnUsername } from '../../../session/dialogs/new-password-fields.js';
import { showAtFields } from '../../../session/dialogs/use-attempt.js';
import { type Recovery, recoveryMessage } from '../../../session/sign-in/recovery.js';
import { ErrorSummary } from '../../../ui/fields/error-summary.js';

interface ChoosePasswordProps {
  readonly recovery: Recovery;
  readonly submitLabel: string;
  /** Set if the form replaces one in which the person was typing. */
  readonly autoFocus: boolean;
  readonly onChosen: () => void;
}

const FIELDS = ['newPassword', 'confirmPassword'] as const;

/** A new password, typed twice. No error is shown before the first submit. */
export function ChoosePassword({ recovery, submitLabel, autoFocus, onChosen }: ChoosePasswordProps) {
  const { stateToken, username } = recovery;
  const words = useWords();
  const id = useId();
  const form = useForm({ defaultValues: NO_PASSWORD });
  const { handleSubmit, formState, setError } = form;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: RequestOf<'POST /okta/reset-password'>['body']) => call('POST /okta/reset-password', { body }),
    onSuccess: onChosen,
    onError: showAtFields(setError, ['newPassword']),
  });
  const faults = FIELDS.flatMap((field) => {
    const message = formState.errors[field]?.message;
    return message === undefined ? [] : [{ id: `${id}-${field}`, message }];
  });
  const submit = handleSubmit(({ newPassword }) => {
    if (!isPending) mutate({ stateToken, newPassword });
  });
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void submit(event)} sx={{ maxWidth: 440 }}>
      <ErrorSummary faults={faults} attempt={formState.submitCount} />
      {error && !isPending && faults.length === 0 ? (
        <Alert severity="error" role="alert">
          {words(recoveryMessage(error))}
        </Alert>
      ) : null}
      <OwnUsername username={username} />
      <FormProvider {...form}>
        <NewPasswordFields username={username} id={id} autoFocus={autoFocus} />
      </FormProvider>
      <Button type="submit" variant="contained" loading={isPending} sx={{ alignSelf: 'flex-start' }}>
        {submitLabel}
      </Button>
    </Stack>
  );
}
