import { reasonBody } from '@throughline/contracts';
import { SIGN_IN_ACTS, type SignInAct } from '@throughline/domain';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../ui/form-dialog.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { ACT_LABELS, nameOf } from './account-acts.js';
import { ReasonField } from '../../../ui/reason-field.js';
import { type ActProps, useAct } from './act-parts.js';

export type ReasonAct = SignInAct | 'deactivate' | 'reactivate';

const ABOUT: Readonly<Record<ReasonAct, string>> = {
  deactivate: 'The person can neither sign in nor go on: open screens end within five seconds. What they did stays.',
  reactivate: 'The person is mailed a link with which they choose a password, and then has the same rights as before.',
  'reset-password': 'The person is mailed a link with which they choose a new password. Their sessions end.',
  'expire-password': 'The person must choose a new password at the next sign-in.',
  unlock: 'Ends the lock after too many failed attempts. The password stays as it is.',
  'end-sessions': 'Signs the person out in all of their browsers.',
};

const DONE: Readonly<Record<ReasonAct, string>> = {
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  'reset-password': 'a link to reset the password is on its way',
  'expire-password': 'the password expires',
  unlock: 'is being unlocked',
  'end-sessions': 'all sessions end',
};

const isSignInAct = (act: ReasonAct): act is SignInAct => (SIGN_IN_ACTS as readonly string[]).includes(act);

/** An act of which nothing but the reason is asked. */
export function ReasonDialog({ act, account, onClose }: ActProps & { readonly act: ReasonAct }) {
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { reason: '' },
    resolver: schemaResolver(reasonBody),
  });
  const signIn = useAct('POST /users/user/{id}/sign-in', { account, onClose }, DONE[act]);
  const deactivate = useAct('POST /users/user/{id}/deactivate', { account, onClose }, DONE[act]);
  const reactivate = useAct('POST /users/user/{id}/reactivate', { account, onClose }, DONE[act]);
  const params = { id: account.id };
  const send = ({ reason }: { reason: string }) => {
    if (isSignInAct(act)) return signIn.mutate({ params, body: { act, reason } });
    (act === 'deactivate' ? deactivate : reactivate).mutate({ params, body: { reason } });
  };
  return (
    <FormDialog
      open
      title={`${ACT_LABELS[act]}: ${nameOf(account)}`}
      about={ABOUT[act]}
      submitLabel={ACT_LABELS[act]}
      submitColor={act === 'deactivate' ? 'error' : 'primary'}
      dirty={formState.isDirty}
      busy={[signIn, deactivate, reactivate].some(({ isPending }) => isPending)}
      error={signIn.error ?? deactivate.error ?? reactivate.error}
      onClose={onClose}
      onSubmit={handleSubmit(send)}
    >
      <ReasonField control={control} autoFocus />
    </FormDialog>
  );
}
