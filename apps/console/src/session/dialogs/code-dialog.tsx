import { Button, Checkbox, FormControlLabel, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import type { PendingSignIn, SignInStep } from '../sign-in/sign-in-step.js';
import { chooseFactorAgain, type TypedCode } from '../sign-in/sign-in.js';
import { CodeField } from './code-parts.js';
import { SignInDialog, useStep } from './sign-in-dialog.js';
import type { StepProps } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

export interface FactorDialogProps extends StepProps {
  readonly pending: PendingSignIn;
}

/** The step of a `CodeDialog`. */
export const useCodeStep = ({ pending, ...props }: FactorDialogProps) =>
  useStep<TypedCode>(props, pending.username, { passCode: '', remember: false }, ['passCode']);

interface CodeDialogProps {
  readonly step: ReturnType<typeof useCodeStep>;
  readonly pending: PendingSignIn;
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
  step,
  pending,
  confirm,
  waiting = false,
  remembers = false,
  actions,
  children,
  ...words
}: CodeDialogProps) {
  const t = useTexts();
  return (
    <SignInDialog
      {...words}
      step={step}
      take={(typed) => confirm({ ...typed, passCode: typed.passCode.trim() })}
      submitLabel={t('verify')}
      submitDisabled={waiting}
    >
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        {children}
        <CodeField readOnly={waiting} />
        {actions}
        {remembers ? <RememberDevice days={pending.rememberDays} /> : null}
        <ChooseAgain pending={pending} step={step} />
      </Stack>
    </SignInDialog>
  );
}

/** Shown where the provider allows it. */
function RememberDevice({ days }: { readonly days: number }) {
  const t = useTexts();
  if (days <= 0) return null;
  return (
    <Controller<TypedCode, 'remember'>
      name="remember"
      render={({ field: { value, ref, ...field } }) => (
        <FormControlLabel
          control={<Checkbox {...field} checked={value} slotProps={{ input: { ref } }} />}
          label={t('remember', { days })}
        />
      )}
    />
  );
}

interface ChooseAgainProps {
  readonly pending: PendingSignIn;
  readonly step: Pick<ReturnType<typeof useStep>, 'busy' | 'attempt'>;
}

/** Shown where there is another factor. */
export function ChooseAgain({ pending, step: { busy, attempt } }: ChooseAgainProps) {
  const t = useTexts();
  if (!pending.hasChoice) return null;
  return (
    <Button size="small" disabled={busy} onClick={() => void attempt(() => chooseFactorAgain(pending))}>
      {t('anotherWay')}
    </Button>
  );
}
