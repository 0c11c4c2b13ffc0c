import type { SignInAct } from '@throughline/domain';
import { ReasonCommandDialog } from '../../../ui/dialogs/reason-dialog.js';
import { nameOf } from './account-actions.js';
import { AccountChanged, seenTurn, useWatched } from './account-changed.js';
import { type AccountDialogProps, useActionFrame } from './action-frame.js';
import english from '../../../../texts/en/account-actions.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-actions', english);

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

/** The dialog of an action that needs only a reason. */
export function ActionWithReason({ action, account, onClose }: AccountDialogProps & { readonly action: SignInAct }) {
  const t = useTexts();
  const revision = useWatched(account);
  const frame = useActionFrame({ account, onClose });
  return (
    <ReasonCommandDialog
      {...frame(t(DONE[action]))}
      notice={<AccountChanged account={account} revision={revision} />}
      endpoint="POST /users/user/{id}/sign-in"
      request={(body) => ({ params: { id: account.id }, body: { act: action, ...body } })}
      title={t('actOn', { act: t(action), name: nameOf(account) })}
      about={t(ABOUT[action])}
      submitLabel={t(action)}
    />
  );
}

/** Reverts the deactivation that the author has seen, but no later one. */
export function Reactivate({ account, onClose }: AccountDialogProps) {
  const t = useTexts();
  const revision = useWatched(account);
  const frame = useActionFrame({ account, onClose });
  return (
    <ReasonCommandDialog
      {...frame(t('reactivateDone'), { revision })}
      endpoint="POST /users/user/{id}/reactivate"
      request={({ reason }) => ({ params: { id: account.id }, body: { reason, seen: seenTurn(revision) } })}
      title={t('actOn', { act: t('reactivate'), name: nameOf(account) })}
      about={t('reactivateAbout')}
      submitLabel={t('reactivate')}
    />
  );
}
