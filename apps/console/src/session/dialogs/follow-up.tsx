import type { SignInStep } from '../sign-in/sign-in-step.js';
import { ChooseFactor, SetupApp, VerifyApp } from './app-dialogs.js';
import { ForgotPassword, LockedOut } from './mailed-link-dialogs.js';
import { PasswordExpired, ResetPassword } from './password-dialogs.js';
import { MfaComplete, SetupPhone, VerifyPhone } from './phone-dialogs.js';
import type { StepProps } from './use-attempt.js';
import english from '../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('sign-in', english);

export interface FollowUpProps extends StepProps {
  readonly step: Exclude<SignInStep, { dialog: 'in' | 'sign-in' }>;
}

/** The dialog of a step after Sign In. Loaded when it is needed: most people sign in without one. */
export function FollowUp({ step, ...props }: FollowUpProps) {
  const t = useTexts();
  switch (step.dialog) {
    case 'forgot-password':
      return <ForgotPassword username={step.username} sent={step.sent} {...props} />;
    case 'locked-out':
      return <LockedOut username={step.username} sent={step.sent} {...props} />;
    case 'password-expired':
      return <PasswordExpired pending={step.pending} {...props} />;
    case 'reset-password':
      return <ResetPassword pending={step.pending} {...props} />;
    case 'setup-phone':
      return <SetupPhone {...step} {...props} />;
    case 'verify-phone':
      return <VerifyPhone pending={step.pending} code={step.code} {...props} />;
    case 'phone-complete':
      return <MfaComplete title={t('phoneComplete')} pending={step.pending} {...props} />;
    case 'app-complete':
      return <MfaComplete title={t('appComplete')} pending={step.pending} {...props} />;
    case 'choose-factor':
      return <ChooseFactor pending={step.pending} factors={step.factors} {...props} />;
    case 'setup-app':
      return <SetupApp pending={step.pending} app={step.app} {...props} />;
    case 'verify-app':
      return <VerifyApp pending={step.pending} factorId={step.factorId} {...props} />;
  }
}
