import type { SignInAct } from '@throughline/domain';
import { useReason } from '../../../ui/dialogs/reason-dialog.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { nameOf } from './account-actions.js';
import { seenTurn, useWatched } from './account-changed.js';
import { AccountDialog, type AccountDialogProps } from './account-dialog.js';
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

interface SignInActProps extends AccountDialogProps {
  readonly action: SignInAct;
}

/** The dialog of an action that needs only a reason. */
export function ActionWithReason({ action, ...props }: SignInActProps) {
  const t = useTexts();
  return (
    <AccountDialog
      {...props}
      form={useReason()}
      revision={useWatched(props.account)}
      takesOver={false}
      endpoint="POST /users/user/{id}/sign-in"
      body={(body) => ({ act: action, ...body })}
      doneWords={t(DONE[action])}
      title={t('actOn', { act: t(action), name: nameOf(props.account) })}
      about={t(ABOUT[action])}
      submitLabel={t(action)}
    >
      <ReasonField autoFocus />
    </AccountDialog>
  );
}

/** Reverts the deactivation that the author has seen, but no later one. */
export function Reactivate(props: AccountDialogProps) {
  const t = useTexts();
  const revision = useWatched(props.account);
  return (
    <AccountDialog
      {...props}
      revision={revision}
      form={useReason()}
      endpoint="POST /users/user/{id}/reactivate"
      body={({ reason }) => ({ reason, seen: seenTurn(revision) })}
      doneWords={t('reactivateDone')}
      title={t('actOn', { act: t('reactivate'), name: nameOf(props.account) })}
      about={t('reactivateAbout')}
      submitLabel={t('reactivate')}
    >
      <ReasonField autoFocus />
    </AccountDialog>
  );
}
