import type { SignInAct } from '@throughline/domain';
import { ReasonCommandDialog } from '../../../ui/dialogs/reason-dialog.js';
import { nameOf } from './account-acts.js';
import { AccountChanged, seenTurn, useWatched } from './account-changed.js';
import { type ActProps, useActFrame } from './act-parts.js';
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

/** An act that needs only a reason. */
export function ActWithReason({ act, account, onClose }: ActProps & { readonly act: SignInAct }) {
  const t = useTexts();
  const revision = useWatched(account);
  const frame = useActFrame({ account, onClose });
  return (
    <ReasonCommandDialog
      {...frame(t(DONE[act]))}
      notice={<AccountChanged account={account} revision={revision} />}
      endpoint="POST /users/user/{id}/sign-in"
      request={(body) => ({ params: { id: account.id }, body: { act, ...body } })}
      title={t('actOn', { act: t(act), name: nameOf(account) })}
      about={t(ABOUT[act])}
      submitLabel={t(act)}
    />
  );
}

/** Reverts the deactivation that the author has seen, but no later one. */
export function Reactivate({ account, onClose }: ActProps) {
  const t = useTexts();
  const revision = useWatched(account);
  const frame = useActFrame({ account, onClose });
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
