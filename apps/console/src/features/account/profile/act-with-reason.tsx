import { SIGN_IN_ACTS, type SignInAct } from '@throughline/domain';
import { ReasonDialog } from '../../../ui/reason-dialog.js';
import { nameOf } from './account-acts.js';
import { AccountWatched } from './account-changed.js';
import { type ActProps, useAct } from './act-parts.js';
import english from '../../../../texts/en/account-acts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-acts', english);

type ReasonAct = SignInAct | 'reactivate';

const ABOUT = {
  reactivate: 'reactivateAbout',
  'reset-password': 'resetPasswordAbout',
  invite: 'inviteAbout',
  'expire-password': 'expirePasswordAbout',
  unlock: 'unlockAbout',
  'end-sessions': 'endSessionsAbout',
  'remove-factors': 'removeFactorsAbout',
} as const satisfies Record<ReasonAct, keyof typeof english>;

const DONE = {
  reactivate: 'reactivateDone',
  'reset-password': 'resetPasswordDone',
  invite: 'inviteDone',
  'expire-password': 'expirePasswordDone',
  unlock: 'unlockDone',
  'end-sessions': 'endSessionsDone',
  'remove-factors': 'removeFactorsDone',
} as const satisfies Record<ReasonAct, keyof typeof english>;

const isSignInAct = (act: ReasonAct): act is SignInAct => (SIGN_IN_ACTS as readonly string[]).includes(act);

/** An act of which nothing but the reason is asked. */
export function ActWithReason({ act, account, onClose }: ActProps & { readonly act: ReasonAct }) {
  const say = useTexts();
  const done = say(DONE[act]);
  const signIn = useAct('POST /users/user/{id}/sign-in', { account, onClose }, done);
  const reactivate = useAct('POST /users/user/{id}/reactivate', { account, onClose }, done);
  const params = { id: account.id };
  return (
    <ReasonDialog
      title={say('actOn', { act: say(act), name: nameOf(account) })}
      about={say(ABOUT[act])}
      submitLabel={say(act)}
      busy={[signIn, reactivate].some(({ isPending }) => isPending)}
      error={signIn.error ?? reactivate.error}
      onClose={onClose}
      onSubmit={(body) => {
        if (isSignInAct(act)) return signIn.mutate({ params, body: { act, ...body } });
        reactivate.mutate({ params, body });
      }}
    >
      <AccountWatched account={account} />
    </ReasonDialog>
  );
}
