import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useId, useState } from 'react';
import { DialogForm } from '../ui/dialog-form.js';
import { focusMain } from '../ui/focus-main.js';
import { TextField } from '../ui/text-field.js';
import { sessionRanOutAtom, signInOpenAtom, userAtom } from './session.js';
import { signIn } from './sign-in.js';

type State =
  { readonly kind: 'asking' | 'sending' | 'locked-out' } | { readonly kind: 'failed'; readonly message: string };

/** Sign In with username and password, without leaving the page (access specification, sections 2, 4 and 8). */
export function SignInDialog() {
  const [open, setOpen] = useAtom(signInOpenAtom);
  const [ranOut, setRanOut] = useAtom(sessionRanOutAtom);
  const user = useAtomValue(userAtom);
  const close = useCallback(() => {
    setOpen(false);
    setRanOut(false);
  }, [setOpen, setRanOut]);
  useEffect(() => {
    if (user) close();
  }, [user, close]);
  return open ? <OpenSignInDialog ranOut={ranOut} onClose={close} /> : null;
}

interface OpenSignInDialogProps {
  readonly ranOut: boolean;
  readonly onClose: () => void;
}

function OpenSignInDialog({ ranOut, onClose }: OpenSignInDialogProps) {
  const id = useId();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const [state, setState] = useState<State>({ kind: 'asking' });
  useEffect(() => keepFocusOnThePage, []);
  const sending = state.kind === 'sending';
  const sayWhy = ranOut && state.kind === 'asking';
  const missing = {
    username: asked && username.trim() === '' ? 'Username is required' : undefined,
    password: asked && password === '' ? 'Password is required' : undefined,
  };

  const submit = async () => {
    setAsked(true);
    if (sending) return;
    if (username.trim() === '' || password === '') {
      document.getElementById(username.trim() === '' ? `${id}-username` : `${id}-password`)?.focus();
      return;
    }
    setState({ kind: 'sending' });
    try {
      const outcome = await signIn({ username, password });
      // Signed in: the dialog goes when the person is known. Redirecting: with the page.
      if (outcome === 'locked-out') setState({ kind: 'locked-out' });
    } catch (error) {
      setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <Dialog
      open
      maxWidth="xs"
      aria-labelledby={id}
      {...(sayWhy && { 'aria-describedby': `${id}-why` })}
      {...(!sending && { onClose })}
    >
      <DialogForm onSubmit={() => void submit()}>
        <DialogTitle id={id}>Sign In</DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            {sayWhy ? (
              <Alert severity="info" id={`${id}-why`}>
                You were signed out because nobody answered. Sign in to go on where you were; a started order is kept.
              </Alert>
            ) : null}
            {state.kind === 'failed' ? (
              <Alert severity="error" role="alert">
                {state.message}
              </Alert>
            ) : null}
            {state.kind === 'locked-out' ? (
              <Alert severity="warning" role="alert">
                This account is locked after too many failed attempts. Please wait for it to be unlocked, or contact us.
              </Alert>
            ) : null}
            <TextField
              id={`${id}-username`}
              label="Username"
              help="Your e-mail address"
              type="email"
              autoComplete="username"
              autoFocus
              required
              value={username}
              onChange={setUsername}
              error={missing.username}
            />
            <TextField
              id={`${id}-password`}
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={setPassword}
              error={missing.password}
            />
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

/** What opened it may be gone when it is: a Login button, as a rule. */
function keepFocusOnThePage(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusMain();
  });
}
