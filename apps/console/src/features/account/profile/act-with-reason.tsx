import type { SignInAct } from '@throughline/domain';
import { ReasonDialog } from '../../../ui/reason-dialog.js';
import { nameOf } from './account-acts.js';
import { errorBeside } from '../../../meanwhile/changed-meanwhile.js';
import { AccountChanged, seenTurn, useWatched } from './account-changed.js';
import { type ActProps, useAct } from './act-parts.js';
import english from '../../../../texts/en/account-acts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-acts', english);

const ABOUT = {
  'reset-password': 'resetPasswordAbout',
  invite: 'inviteAbout',
  'expire-password': 'expirePasswordAbout',
  unlock: 'unlockAbout',
  'end-sessions': 'endSessionsAbout',
  'remove-factors': 'removeFactorsAbout',
} as const satisfies Record<SignInAct, keyof typeof english>;

const DONE = {
  'reset-password': 'resetPasswordDone',
  invite: 'inviteDone',
  'expire-password': 'expirePasswordDone',
  unlock: 'unlockDone',
  'end-sessions': 'endSessionsDone',
  'remove-factors': 'removeFactorsDone',
} as const satisfies Record<SignInAct, keyof typeof english>;

/** An act of which nothing but the reason is asked. */
export function ActWithReason({ act, account, onClose }: ActProps & { readonly act: SignInAct }) {
  const say = useTexts();
  const revision = useWatched(account);
  const signIn = useAct('POST /users/user/{id}/sign-in', { account, onClose }, say(DONE[act]));
  return (
    <ReasonDialog
      title={say('actOn', { act: say(act), name: nameOf(account) })}
      about={say(ABOUT[act])}
      submitLabel={say(act)}
      busy={signIn.isPending}
      error={signIn.error}
      onClose={onClose}
      onSubmit={(body) => signIn.mutate({ params: { id: account.id }, body: { act, ...body } })}
    >
      <AccountChanged account={account} revision={revision} />
    </ReasonDialog>
  );
}

/** Takes back the deactivation that the person has seen, and no later one. */
export function Reactivate({ account, onClose }: ActProps) {
  const say = useTexts();
  const revision = useWatched(account);
  const act = useAct('POST /users/user/{id}/reactivate', { account, onClose }, say('reactivateDone'));
  return (
    <ReasonDialog
      title={say('actOn', { act: say('reactivate'), name: nameOf(account) })}
      about={say('reactivateAbout')}
      submitLabel={say('reactivate')}
      busy={act.isPending}
      error={errorBeside(revision, act.error)}
      onClose={onClose}
      onSubmit={({ reason }) => act.mutate({ params: { id: account.id }, body: { reason, seen: seenTurn(revision) } })}
    >
      <AccountChanged account={account} revision={revision} command={act} />
    </ReasonDialog>
  );
}
