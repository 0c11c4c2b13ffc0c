import { Box, Button, Checkbox, FormControlLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import { BoundField } from '../../ui/bound-field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { TextField } from '../../ui/text-field.js';
import { takeFactor } from '../second-factor.js';
import type { FactorChoice, NewApp, PendingSignIn, SignInStep } from '../sign-in-step.js';
import { activateFactor, chooseFactorAgain, type TypedCode, verifyCode } from '../sign-in.js';
import { showAtFields, type SignInDialogProps, useAttempt } from './use-attempt.js';

interface AppDialogProps extends SignInDialogProps {
  readonly pending: PendingSignIn;
}

/** The choice between a phone and an authenticator app, to enrol one or to be asked for its code. */
export function ChooseFactor({
  pending,
  factors,
  ...props
}: AppDialogProps & { readonly factors: readonly FactorChoice[] }) {
  const [chosen, setChosen] = useState(0);
  const { attempt, busy, error } = useAttempt(props, pending.username);
  const enrolling = factors.every(({ id }) => id === null);
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={enrolling ? 'Set Up MFA' : 'Verify MFA'}
      about={
        enrolling
          ? 'Your account is protected by a second step at each sign-in. Where do you want to get its codes?'
          : 'Where do you want to get the code?'
      }
      submitLabel="Continue"
      busy={busy}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={() => attempt(() => takeFactor(pending, factors[chosen]!))}
    >
      <RadioGroup
        aria-label="Where the code comes from"
        value={chosen}
        onChange={(_event, value) => setChosen(Number(value))}
      >
        {factors.map((factor, index) => (
          <FormControlLabel
            key={factor.id ?? factor.kind}
            value={index}
            control={<Radio autoFocus={index === 0} />}
            label={wordsOf(factor)}
          />
        ))}
      </RadioGroup>
    </FormDialog>
  );
}

const wordsOf = ({ kind, phone }: FactorChoice): string =>
  kind === 'app' ? 'Authenticator app' : `Text message${phone === null ? '' : ` to ${phone}`}`;

/** Setup Authenticator App: the secret as a QR code and as text, and a first code. */
export function SetupApp({ pending, app, ...props }: AppDialogProps & { readonly app: NewApp }) {
  return (
    <CodeDialog
      {...props}
      pending={pending}
      title="Setup Authenticator App"
      about="Add Throughline to an authenticator app, then type the code that it shows."
      confirm={({ passCode }) => activateFactor('app', pending, app.factorId, passCode)}
    >
      {/* Light in the dark theme as well: cameras need the contrast and the margin. */}
      <Box component="img" src={app.qrCode} alt="QR code of the secret below" sx={{ width: 192, bgcolor: '#fff' }} />
      <Typography variant="body2" color="textSecondary">
        If you cannot scan it, type this key into the app:
      </Typography>
      <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' }}>
        {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </Typography>
    </CodeDialog>
  );
}

/** Verify Authenticator App, for one that is enrolled. */
export function VerifyApp({ pending, factorId, ...props }: AppDialogProps & { readonly factorId: string }) {
  return (
    <CodeDialog
      {...props}
      pending={pending}
      title="Verify Authenticator App"
      about="Type the code that your authenticator app shows for Throughline."
      remembers
      confirm={(typed) => verifyCode(pending, factorId, typed)}
    />
  );
}

interface CodeDialogProps extends AppDialogProps {
  readonly title: string;
  readonly about: string;
  readonly confirm: (typed: TypedCode) => Promise<SignInStep>;
  /** Whether the person may choose not to be asked again. */
  readonly remembers?: boolean;
  readonly children?: React.ReactNode;
}

function CodeDialog({ pending, title, about, confirm, remembers = false, children, ...props }: CodeDialogProps) {
  const { control, handleSubmit, formState, setError } = useForm<TypedCode>({
    defaultValues: { passCode: '', remember: false },
  });
  const { attempt, busy, error } = useAttempt(props, pending.username, showAtFields(setError, ['passCode']));
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={title}
      about={about}
      submitLabel="Verify"
      busy={busy}
      dirty={formState.isDirty}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={handleSubmit((typed) => attempt(() => confirm({ ...typed, passCode: typed.passCode.trim() })))}
    >
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        {children}
        <BoundField
          control={control}
          name="passCode"
          check={(typed) => typed.trim() !== '' || 'Verification code is required'}
        >
          {(field) => (
            <TextField
              {...field}
              label="Verification code"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              required
            />
          )}
        </BoundField>
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

/** Shown where the provider allows it. */
export const RememberDevice = ({ control, days }: RememberDeviceProps) =>
  days > 0 ? (
    <Controller
      control={control}
      name="remember"
      render={({ field: { value, ref, ...field } }) => (
        <FormControlLabel
          control={<Checkbox {...field} checked={value} slotProps={{ input: { ref } }} />}
          label={`Do not ask again in this browser for ${days} days`}
        />
      )}
    />
  ) : null;

interface ChooseAgainProps {
  readonly pending: PendingSignIn;
  readonly busy: boolean;
  readonly attempt: (take: () => Promise<SignInStep>) => Promise<unknown>;
}

/** Shown where there is another factor. */
export const ChooseAgain = ({ pending, busy, attempt }: ChooseAgainProps) =>
  pending.hasChoice ? (
    <Button size="small" disabled={busy} onClick={() => void attempt(() => chooseFactorAgain(pending))}>
      Use another way
    </Button>
  ) : null;
