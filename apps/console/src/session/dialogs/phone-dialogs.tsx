import { Alert, Button, Checkbox, FormControl, FormControlLabel, FormHelperText, Stack } from '@mui/material';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { serverNow } from '../../api/server-time.js';
import { announce } from '../../ui/announcer.js';
import { BoundField } from '../../ui/fields/bound-field.js';
import { PhoneField } from '../../ui/fields/phone/phone-field.js';
import { enrollPhone, nextCodeAt, resendCode } from '../sign-in/second-factor.js';
import type { SentCode, SignInStep } from '../sign-in/sign-in-step.js';
import { activateFactor, verifyCode } from '../sign-in/sign-in.js';
import { ChooseAgain, CodeDialog, type FactorDialogProps, useCodeStep } from './code-dialog.js';
import { SignInDialog, useStep } from './sign-in-dialog.js';
import type { StepProps } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface Enrolment {
  readonly phone: string;
  readonly consent: boolean;
}

type SetupPhoneProps = StepProps & Omit<Extract<SignInStep, { dialog: 'setup-phone' }>, 'dialog'>;

/** Setup Phone MFA: a code is sent to the phone. */
export function SetupPhone({ pending, phone = '', sendAt = 0, ...props }: SetupPhoneProps) {
  const t = useTexts();
  const step = useStep<Enrolment>(props, pending.username, { phone, consent: false }, ['phone']);
  const [nextAt, setNextAt] = useState(sendAt);
  const left = useSecondsUntil(nextAt);
  return (
    <SignInDialog
      step={step}
      take={(typed) =>
        enrollPhone(pending, typed.phone).catch((failure: unknown) => {
          setNextAt(nextCodeAt(failure) ?? 0);
          throw failure;
        })
      }
      title={t('setupPhone')}
      about={t('setupPhoneAbout')}
      submitLabel={left > 0 ? t('sendCodeIn', { seconds: left }) : t('sendCode')}
      submitDisabled={left > 0}
    >
      <Stack spacing={2}>
        <BoundField name="phone" check={(typed) => /^\d{10}$/.test(typed) || t('badPhone')}>
          {(field) => (
            <PhoneField {...field} label={t('phone')} help={t('phoneHelp')} autoComplete="tel" autoFocus required />
          )}
        </BoundField>
        <Consent />
        <ChooseAgain pending={pending} step={step} />
      </Stack>
    </SignInDialog>
  );
}

function Consent() {
  const t = useTexts();
  const id = useId();
  const { field, fieldState } = useController<Enrolment, 'consent'>({
    name: 'consent',
    rules: { validate: (given) => given || t('noConsent') },
  });
  const fault = fieldState.error?.message;
  return (
    <FormControl error={fault !== undefined}>
      <FormControlLabel
        control={
          <Checkbox
            checked={field.value}
            onChange={(_event, given) => field.onChange(given)}
            onBlur={field.onBlur}
            slotProps={{
              input: {
                ref: field.ref,
                'aria-required': true,
                'aria-invalid': fault !== undefined,
                'aria-describedby': id,
              },
            }}
          />
        }
        label={t('consent')}
      />
      <FormHelperText id={id}>{fault}</FormHelperText>
    </FormControl>
  );
}

/** Verify Phone MFA, for an enrolled phone and for one that is being enrolled. */
export function VerifyPhone({ code, ...props }: FactorDialogProps & { readonly code: SentCode }) {
  const t = useTexts();
  const { pending } = props;
  const step = useCodeStep(props);
  const { attempt, busy } = step;
  const { enrolling, factorId, sent, resendAt } = code;
  const { left, resendNow } = useResend(pending, code, step);
  const correct = (phone: string) =>
    attempt(() => Promise.resolve({ dialog: 'setup-phone', pending, phone, sendAt: resendAt }));
  return (
    <CodeDialog
      step={step}
      pending={pending}
      title={t('verifyPhone')}
      about={aboutCode(t, code, left)}
      notice={sent ? code.unsent : null}
      waiting={!sent}
      remembers={enrolling === null}
      confirm={(typed) =>
        enrolling === null
          ? verifyCode(pending, factorId, typed)
          : activateFactor('phone', pending, factorId, typed.passCode)
      }
      actions={
        <>
          <Button size="small" disabled={busy || left > 0} onClick={resendNow}>
            {left > 0 ? t('resendIn', { seconds: left }) : t('resend')}
          </Button>
          {enrolling === null ? null : (
            <Button size="small" disabled={busy} onClick={() => void correct(enrolling)}>
              {t('anotherNumber')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Sends the code once it is due, and another one when the person asks for it. `left`: seconds until it may be asked for. */
function useResend(
  pending: FactorDialogProps['pending'],
  code: SentCode,
  { form, attempt }: ReturnType<typeof useCodeStep>,
) {
  const t = useTexts();
  const { sent, resendAt } = code;
  const left = useSecondsUntil(resendAt);
  const resend = async () => {
    const next = await attempt(() => resendCode(pending, code));
    if (next?.dialog !== 'verify-phone' || next.code.unsent !== null) return;
    // The error of the previous code does not apply to the new one.
    form.clearErrors('passCode');
    announce(t('anotherCode'));
  };
  const resendNow = () => {
    // The button that had the focus is disabled while it counts down.
    form.setFocus('passCode');
    void resend();
  };
  const isDue = !sent && left === 0;
  // After a failure the person must ask for the code.
  const sendWhenDue = useEffectEvent(() => void resend());
  useEffect(() => {
    if (isDue) sendWhenDue();
  }, [isDue]);
  return { left, resendNow };
}

function aboutCode(
  t: ReturnType<typeof useTexts>,
  { phone, enrolling, sent, unsent }: SentCode,
  left: number,
): string | undefined {
  if (!sent) return left > 0 ? t('codeOfEarlier', { seconds: left }) : undefined;
  if (unsent) return undefined;
  // Masked like the provider does at a sign-in.
  const masked = enrolling === null ? phone : `+1 XXX-XXX-${enrolling.slice(-4)}`;
  return masked === null ? t('codeSentToYours') : t('codeSent', { phone: masked });
}

/** Whole seconds, counted down to 0. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}

/** Phone MFA Complete, and the same for an app: the enrolled factor is asked for at the next sign-in. */
export function MfaComplete({
  title,
  pending: { username },
  ...props
}: FactorDialogProps & { readonly title: string }) {
  const t = useTexts();
  return (
    <SignInDialog
      step={useStep(props, username, {})}
      take={() => Promise.resolve({ dialog: 'sign-in', username, notice: null })}
      title={title}
      submitLabel={t('login')}
      done
    >
      <Alert severity="success" role="status">
        {t('mfaComplete')}
      </Alert>
    </SignInDialog>
  );
}
