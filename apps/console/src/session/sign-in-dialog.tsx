import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import { BoundField } from '../ui/bound-field.js';
import { DialogForm } from '../ui/form-dialog.js';
import { focusMain } from '../ui/focus.js';
import { TextField } from '../ui/text-field.js';
import { identityProvider } from './identity-provider.js';
import type { SessionEnd } from './session.js';
import { signIn, type SignInInput } from './sign-in.js';

const WHY: Record<SessionEnd, string> = {
  'nobody-answered':
    'You were signed out because the session was not extended. Sign in to continue where you were; a started order is kept.',
  'taken-over':
    'You were signed out because this browser was about to continue as another person. Sign in to continue where you were; a started order is kept.',
  'known-browser': 'This browser may sign in now. Type your username and your password once more.',
};

interface SignInDialogProps {
  readonly ended: SessionEnd | null;
  readonly onClose: () => void;
}

/** Sign In with username and password, without leaving the page (access specification, sections 2, 4 and 8). */
export function SignInDialog({ ended, onClose }: SignInDialogProps) {
  const id = useId();
  const { control, handleSubmit, setError, formState } = useForm({ defaultValues: { username: '', password: '' } });
  useEffect(() => keepFocusOnThePage, []);
  // Loaded ahead, as it is needed soon. If it cannot be loaded, the submit says so.
  useEffect(() => void identityProvider().catch(() => undefined), []);
  // Once signed in, the dialog stays until the person is known (it closes) or the redirect leaves the page.
  const sending = formState.isSubmitting || formState.isSubmitSuccessful;
  const { root: failure } = formState.errors;
  const why = ended !== null && failure === undefined && !sending ? WHY[ended] : null;

  const send = async (typed: SignInInput) => {
    try {
      const outcome = await signIn(typed);
      if (outcome === 'locked-out') setError('root', { type: 'locked-out' });
    } catch (error) {
      setError('root', { type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const submit = () => (sending ? undefined : handleSubmit(send)());

  return (
    <Dialog
      open
      maxWidth="xs"
      aria-labelledby={id}
      {...(why !== null && { 'aria-describedby': `${id}-why` })}
      {...(!sending && { onClose })}
    >
      <DialogForm onSubmit={submit}>
        <DialogTitle id={id}>Sign In</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            {why === null ? null : (
              <Alert severity="info" id={`${id}-why`}>
                {why}
              </Alert>
            )}
            {failure?.type === 'failed' ? (
              <Alert severity="error" role="alert">
                {failure.message}
              </Alert>
            ) : null}
            {failure?.type === 'locked-out' ? (
              <Alert severity="warning" role="alert">
                This account is locked after too many failed attempts. Please wait for it to be unlocked, or contact us.
              </Alert>
            ) : null}
            <BoundField
              control={control}
              name="username"
              check={(typed) => typed.trim() !== '' || 'Username is required'}
            >
              {(field) => (
                <TextField
                  {...field}
                  id={`${id}-username`}
                  label="Username"
                  help="Your e-mail address"
                  inputMode="email"
                  autoComplete="username"
                  autoFocus
                  required
                />
              )}
            </BoundField>
            <BoundField control={control} name="password" check={(typed) => typed !== '' || 'Password is required'}>
              {(field) => (
                <TextField
                  {...field}
                  id={`${id}-password`}
                  label="Password"
                  type="password"
                  autoComplete="current-password"
                  required
                />
              )}
            </BoundField>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={sending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={sending}>
            Sign In
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}

/** The Login button that opened the dialog may be gone when it closes. */
function keepFocusOnThePage(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusMain();
  });
}
