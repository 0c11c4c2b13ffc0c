import { useEffect, useState } from 'react';
import { focusMain } from '../../ui/page.js';
import { onDemand } from '../../ui/on-demand.js';
import { SignInForm } from '../dialogs/sign-in-form.js';
import { identityProvider } from './identity-provider.js';
import type { SessionEnd } from '../session.js';
import { type SignInStep, STEP_NOT_LOADED } from './sign-in-step.js';
import { abandonSignIn } from './sign-in.js';

const FollowUp = onDemand(async () => (await import('../dialogs/follow-up.js')).FollowUp);

interface SignInStepsProps {
  readonly username: string;
  readonly ended: SessionEnd | null;
  readonly onClose: () => void;
}

type ShownStep = Exclude<SignInStep, { dialog: 'in' }>;

/** Sign In and the dialogs that the provider's answers lead to, one at a time, without leaving the page (access specification, section 4). */
export function SignInSteps({ username, ended, onClose }: SignInStepsProps) {
  const [step, setStep] = useState<ShownStep | null>(null);
  useEffect(() => keepFocusOnThePage, []);
  // Loaded ahead, because it is needed soon. If it cannot be loaded, submitting reports it.
  useEffect(() => void identityProvider().catch(() => undefined), []);

  const go = async (next: SignInStep): Promise<void> => {
    if (next.dialog === 'in') return;
    if (next.dialog !== 'sign-in') await FollowUp.load().catch(notLoaded);
    setStep(next);
  };
  const close = () => {
    if (step && 'pending' in step) abandonSignIn(step.pending.stateToken).catch(() => undefined);
    onClose();
  };

  if (step !== null && step.dialog !== 'sign-in') {
    return <FollowUp step={step} go={go} onClose={close} onFailed={close} />;
  }
  const first = { dialog: 'sign-in', username, notice: null } as const;
  return <SignInForm step={step ?? first} instant={step !== null} ended={ended} go={go} onClose={close} />;
}

function notLoaded(): never {
  throw new Error(STEP_NOT_LOADED);
}

/** The Login button that opened the dialog may no longer exist when it closes. */
function keepFocusOnThePage(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusMain();
  });
}
