import { Button, Checkbox, FormControlLabel, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { FormDialog } from '../../ui/dialogs/form-dialog.js';
import type { PendingSignIn, SignInStep } from '../sign-in/sign-in-step.js';
import { chooseFactorAgain, type TypedCode } from '../sign-in/sign-in.js';
import { CodeField } from './code-parts.js';
import { showAtFields, type SignInDialogProps, useAttempt } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

export interface FactorDialogProps extends SignInDialogProps {
  readonly pending: PendingSignIn;
}

/** The form of a `CodeDialog`, and the steps that its sign-in takes. */
export function useCodeForm({ pending, ...props }: FactorDialogProps) {
  const form = useForm<TypedCode>({ defaultValues: { passCode: '', remember: false } });
  return { ...form, ...useAttempt(props, pending.username, showAtFields(form.setError, ['passCode'])) };
}

interface CodeDialogProps extends FactorDialogProps {
  readonly form: ReturnType<typeof useCodeForm>;
  readonly title: string;
  readonly about: string | undefined;
  readonly confirm: (typed: TypedCode) => Promise<SignInStep>;
  /** Shown unless a step has failed. */
  readonly notice?: Error | null;
  /** True while there is no code to type yet. */
  readonly waiting?: boolean;
  /** Whether the person may choose not to be asked again. */
  readonly remembers?: boolean;
  /** Rendered below the field. */
  readonly actions?: ReactNode;
  /** Rendered above the field. */
  readonly children?: ReactNode;
}

/** Asks for the code of a factor. */
export function CodeDialog({
  form,
  pending,
  title,
  about,
  confirm,
  notice = null,
  waiting = false,
  remembers = false,
  actions,
  children,
  onClose,
}: CodeDialogProps) {
  const say = useTexts();
  const { control, handleSubmit, formState, attempt, busy } = form;
  const error = form.error ?? notice;
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={title}
      about={about}
      submitLabel={say('verify')}
      submitDisabled={waiting}
      busy={busy}
      dirty={formState.isDirty}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={onClose}
      onSubmit={handleSubmit((typed) => attempt(() => confirm({ ...typed, passCode: typed.passCode.trim() })))}
    >
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        {children}
        <CodeField control={control} readOnly={waiting} />
        {actions}
        {remembers ? <RememberDevice control={control} days={pending.rememberDays} /> : null}
        <ChooseAgain pending={pending} busy={busy} attempt={attempt} />
      </Stack>
    </FormDialog>
  );
}

interface RememberDeviceProps {
  readonly control: Control<TypedCode>;
  readonly days: number;
}

/** Shown if the provider allows it. */
function RememberDevice({ control, days }: RememberDeviceProps) {
  const say = useTexts();
  if (days <= 0) return null;
  return (
    <Controller
      control={control}
      name="remember"
      render={({ field: { value, ref, ...field } }) => (
        <FormControlLabel
          control={<Checkbox {...field} checked={value} slotProps={{ input: { ref } }} />}
          label={say('remember', { days })}
        />
      )}
    />
  );
}

interface ChooseAgainProps {
  readonly pending: PendingSignIn;
  readonly busy: boolean;
  readonly attempt: (take: () => Promise<SignInStep>) => Promise<unknown>;
}

/** Shown if there is another factor. */
export function ChooseAgain({ pending, busy, attempt }: ChooseAgainProps) {
  const say = useTexts();
  if (!pending.hasChoice) return null;
  return (
    <Button size="small" disabled={busy} onClick={() => void attempt(() => chooseFactorAgain(pending))}>
      {say('anotherWay')}
    </Button>
  );
}
