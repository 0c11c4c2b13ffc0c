import { useEffect, useState } from 'react';
import { focusMain } from '../../ui/page/page.js';
import { onDemand } from '../../ui/page/on-demand.js';
import { SignInForm } from '../dialogs/sign-in-form.js';
import { identityProvider } from './identity-provider.js';
import type { SessionEnd } from '../session.js';
import { browserNow } from '../../api/server-time.js';
import { tabStorage } from '../storage/browser-storage.js';
import { keepStep, keptSignIn, type ShownStep } from './kept-sign-in.js';
import { type SignInStep, STEP_NOT_LOADED } from './sign-in-step.js';
import { abandonSignIn } from './sign-in.js';

const FollowUp = onDemand(async () => (await import('../dialogs/follow-up.js')).FollowUp);

interface SignInStepsProps {
  readonly username: string;
  readonly ended: SessionEnd | null;
  readonly onClose: () => void;
}

/** Sign In and the dialogs that the provider's answers lead to, one at a time, without leaving the page (access specification, section 4). */
export function SignInSteps({ username, ended, onClose }: SignInStepsProps) {
  const [isLater, setLater] = useState(false);
  const [step, setStep] = useState<ShownStep>(
    () => keptSignIn(tabStorage, browserNow())?.step ?? { dialog: 'sign-in', username, notice: null },
  );
  useEffect(() => {
    // The later steps are kept when they are reached.
    if (keptSignIn(tabStorage, browserNow()) === null) keepStep(tabStorage, step, browserNow());
  }, [step]);
  useEffect(() => keepFocusOnThePage, []);
  // Loaded ahead, because it is needed soon. If it cannot be loaded, submitting reports it.
  useEffect(() => void identityProvider().catch(() => undefined), []);

  const go = async (next: SignInStep): Promise<void> => {
    if (next.dialog === 'in') return;
    if (next.dialog !== 'sign-in') await FollowUp.load().catch(notLoaded);
    keepStep(tabStorage, next, browserNow());
    setLater(true);
    setStep(next);
  };
  const close = () => {
    if ('pending' in step) abandonSignIn(step.pending.stateToken).catch(() => undefined);
    onClose();
  };

  if (step.dialog !== 'sign-in') return <FollowUp step={step} go={go} onClose={close} onFailed={close} />;
  return <SignInForm step={step} instant={isLater} ended={ended} go={go} onClose={close} />;
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
