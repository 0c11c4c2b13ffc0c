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
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface AppDialogProps extends SignInDialogProps {
  readonly pending: PendingSignIn;
}

/** The choice between a phone and an authenticator app, to enrol one or to be asked for its code. */
export function ChooseFactor({
  pending,
  factors,
  ...props
}: AppDialogProps & { readonly factors: readonly FactorChoice[] }) {
  const say = useTexts();
  const [chosen, setChosen] = useState(0);
  const { attempt, busy, error } = useAttempt(props, pending.username);
  const enrolling = factors.every(({ id }) => id === null);
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      title={enrolling ? say('setUpMfa') : say('verifyMfa')}
      about={enrolling ? say('setUpMfaAbout') : say('verifyMfaAbout')}
      submitLabel={say('continue')}
      busy={busy}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={() => attempt(() => takeFactor(pending, factors[chosen]!))}
    >
      <RadioGroup aria-label={say('codeFrom')} value={chosen} onChange={(_event, value) => setChosen(Number(value))}>
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
  kind === 'app' ? useTexts.now('app') : phone === null ? useTexts.now('text') : useTexts.now('textTo', { phone });

/** Setup Authenticator App: the secret as a QR code and as text, and a first code. */
export function SetupApp({ pending, app, ...props }: AppDialogProps & { readonly app: NewApp }) {
  const say = useTexts();
  return (
    <CodeDialog
      {...props}
      pending={pending}
      title={say('setupApp')}
      about={say('setupAppAbout')}
      confirm={({ passCode }) => activateFactor('app', pending, app.factorId, passCode)}
    >
      {/* Light in the dark theme as well: cameras need the contrast and the margin. */}
      <Box component="img" src={app.qrCode} alt={say('qrCode')} sx={{ width: 192, bgcolor: '#fff' }} />
      <Typography variant="body2" color="textSecondary">
        {say('typeKey')}
      </Typography>
      <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' }}>
        {app.secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </Typography>
    </CodeDialog>
  );
}

/** Verify Authenticator App, for one that is enrolled. */
export function VerifyApp({ pending, factorId, ...props }: AppDialogProps & { readonly factorId: string }) {
  const say = useTexts();
  return (
    <CodeDialog
      {...props}
      pending={pending}
      title={say('verifyApp')}
      about={say('verifyAppAbout')}
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
  const say = useTexts();
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
      submitLabel={say('verify')}
      busy={busy}
      dirty={formState.isDirty}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={props.onClose}
      onSubmit={handleSubmit((typed) => attempt(() => confirm({ ...typed, passCode: typed.passCode.trim() })))}
    >
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        {children}
        <BoundField control={control} name="passCode" check={(typed) => typed.trim() !== '' || say('noCode')}>
          {(field) => (
            <TextField
              {...field}
              label={say('code')}
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
export function RememberDevice({ control, days }: RememberDeviceProps) {
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

/** Shown where there is another factor. */
export function ChooseAgain({ pending, busy, attempt }: ChooseAgainProps) {
  const say = useTexts();
  if (!pending.hasChoice) return null;
  return (
    <Button size="small" disabled={busy} onClick={() => void attempt(() => chooseFactorAgain(pending))}>
      {say('anotherWay')}
    </Button>
  );
}
