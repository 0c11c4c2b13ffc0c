import type { SignInStep } from '../sign-in.js';
import { ForgotPassword, LockedOut } from './mailed-link-dialogs.js';
import { PasswordExpired, ResetPassword } from './password-dialogs.js';
import { PhoneComplete, SetupPhone, VerifyPhone } from './phone-dialogs.js';
import type { SignInDialogProps } from './use-attempt.js';

export interface FollowUpProps extends SignInDialogProps {
  readonly step: Exclude<SignInStep, { dialog: 'in' | 'sign-in' }>;
}

/** The dialog of a step after Sign In. Loaded when it is needed: most people sign in without one. */
export function FollowUp({ step, ...props }: FollowUpProps) {
  switch (step.dialog) {
    case 'forgot-password':
      return <ForgotPassword username={step.username} {...props} />;
    case 'locked-out':
      return <LockedOut username={step.username} {...props} />;
    case 'password-expired':
      return <PasswordExpired pending={step.pending} {...props} />;
    case 'reset-password':
      return <ResetPassword pending={step.pending} {...props} />;
    case 'setup-phone':
      return <SetupPhone pending={step.pending} phone={step.phone} {...props} />;
    case 'verify-phone':
      return <VerifyPhone pending={step.pending} code={step.code} {...props} />;
    case 'phone-complete':
      return <PhoneComplete pending={step.pending} {...props} />;
  }
}
