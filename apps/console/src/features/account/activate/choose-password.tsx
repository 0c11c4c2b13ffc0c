import { choosePasswordForm, PASSWORD_RULES, type ResetPasswordBody } from '@throughline/contracts';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/api.js';
import { type Recovery, recoveryMessage } from '../../../session/recovery.js';
import { BoundField } from '../../../ui/bound-field.js';
import { ErrorSummary } from '../../../ui/error-summary.js';
import { Check, Circle } from '../../../ui/icons.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { TextField } from '../../../ui/text-field.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';

interface ChoosePasswordProps {
  readonly recovery: Recovery;
  readonly submitLabel: string;
  readonly onChosen: () => void;
}

const FIELDS = ['newPassword', 'confirmPassword'] as const;

/** A new password, typed twice. Nothing is red before the first submit. */
export function ChoosePassword({ recovery: { stateToken, username }, submitLabel, onChosen }: ChoosePasswordProps) {
  const id = useId();
  const { control, handleSubmit, watch, formState } = useForm({
    defaultValues: { newPassword: '', confirmPassword: '' },
    resolver: schemaResolver(choosePasswordForm),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ResetPasswordBody) => call('POST /okta/reset-password', { body }),
    onSuccess: onChosen,
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
      {error && !isPending ? (
        <Alert severity="error" role="alert">
          {recoveryMessage(error)}
        </Alert>
      ) : null}
      <TextField label="Username" autoComplete="username" readOnly value={username} onChange={() => undefined} />
      <BoundField control={control} name="newPassword" deps={['confirmPassword']}>
        {(field) => (
          <TextField
            {...field}
            id={`${id}-newPassword`}
            label="New password"
            type="password"
            autoComplete="new-password"
            required
          />
        )}
      </BoundField>
      <PasswordChecklist password={watch('newPassword')} />
      <BoundField control={control} name="confirmPassword">
        {(field) => (
          <TextField
            {...field}
            id={`${id}-confirmPassword`}
            label="Confirm password"
            type="password"
            autoComplete="new-password"
            required
          />
        )}
      </BoundField>
      <Button type="submit" variant="contained" loading={isPending} sx={{ alignSelf: 'flex-start' }}>
        {submitLabel}
      </Button>
    </Stack>
  );
}

/** The rules for a new password, each with whether it is met, while it is typed (access specification, section 5). */
function PasswordChecklist({ password }: { readonly password: string }) {
  return (
    <Box component="ul" aria-label="A password must have" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {PASSWORD_RULES.map(({ label, isMetBy }) => {
        const isMet = isMetBy(password);
        return (
          <Typography
            key={label}
            component="li"
            color={isMet ? 'success' : 'textSecondary'}
            sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
          >
            {isMet ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
            <span>
              {label}
              <VisuallyHidden>{isMet ? ': done' : ': still missing'}</VisuallyHidden>
            </span>
          </Typography>
        );
      })}
    </Box>
  );
}
