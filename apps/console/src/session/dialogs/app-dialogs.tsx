import { FormControlLabel, Radio, RadioGroup } from '@mui/material';
import { useState } from 'react';
import { rememberFactor, takeFactor } from '../sign-in/second-factor.js';
import type { FactorChoice, NewApp } from '../sign-in/sign-in-step.js';
import { activateFactor, verifyCode } from '../sign-in/sign-in.js';
import { CodeDialog, type FactorDialogProps, useCodeStep } from './code-dialog.js';
import { AppSecret } from './code-parts.js';
import { SignInDialog, useStep } from './sign-in-dialog.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';
import { siteStorage } from '../storage/browser-storage.js';

const useTexts = textsOf('sign-in', english);

/** The choice between a phone and an authenticator app, to enrol one or to be asked for its code. */
export function ChooseFactor({
  pending,
  factors,
  ...props
}: FactorDialogProps & { readonly factors: readonly FactorChoice[] }) {
  const t = useTexts();
  const [chosen, setChosen] = useState(0);
  const enrolling = factors.every(({ id }) => id === null);
  const take = (factor: FactorChoice) => {
    if (!enrolling) rememberFactor(siteStorage, factor.kind);
    return takeFactor(pending, factor);
  };
  return (
    <SignInDialog
      step={useStep(props, pending.username, {})}
      take={() => take(factors[chosen]!)}
      title={enrolling ? t('setUpMfa') : t('verifyMfa')}
      about={enrolling ? t('setUpMfaAbout') : t('verifyMfaAbout')}
      submitLabel={t('continue')}
    >
      <RadioGroup aria-label={t('codeFrom')} value={chosen} onChange={(_event, value) => setChosen(Number(value))}>
        {factors.map((factor, index) => (
          <FormControlLabel
            key={factor.id ?? factor.kind}
            value={index}
            control={<Radio autoFocus={index === 0} />}
            label={wordsOf(t, factor)}
          />
        ))}
      </RadioGroup>
    </SignInDialog>
  );
}

function wordsOf(t: ReturnType<typeof useTexts>, { kind, phone }: FactorChoice): string {
  if (kind === 'app') return t('app');
  return phone === null ? t('text') : t('textTo', { phone });
}

/** Setup Authenticator App: the secret as a QR code and as text, and a first code. */
export function SetupApp({ app, ...props }: FactorDialogProps & { readonly app: NewApp }) {
  const t = useTexts();
  return (
    <CodeDialog
      step={useCodeStep(props)}
      pending={props.pending}
      title={t('setupApp')}
      about={t('setupAppAbout')}
      confirm={({ passCode }) => activateFactor('app', props.pending, app.factorId, passCode)}
    >
      <AppSecret app={app} />
    </CodeDialog>
  );
}

/** Verify Authenticator App, for one that is enrolled. */
export function VerifyApp({ factorId, ...props }: FactorDialogProps & { readonly factorId: string }) {
  const t = useTexts();
  return (
    <CodeDialog
      step={useCodeStep(props)}
      pending={props.pending}
      title={t('verifyApp')}
      about={t('verifyAppAbout')}
      remembers
      confirm={(typed) => verifyCode(props.pending, factorId, typed)}
    />
  );
}
