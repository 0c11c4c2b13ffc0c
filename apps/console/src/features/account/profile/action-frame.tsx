import type { User } from '@throughline/contracts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { isChangedMeanwhile, type ReplacingCommand, type Revision } from '../../../meanwhile/use-replacing.js';
import { userQuery } from '../queries.js';
import { nameOf } from './account-actions.js';
import { AccountChanged } from './account-changed.js';
import type { Values } from './account-values.js';
import english from '../../../../texts/en/account-actions.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-actions', english);

export interface AccountDialogProps {
  readonly account: User;
  readonly onClose: () => void;
}

/** For an action that replaces or ends something. */
interface Replacing<Of extends Values> {
  readonly revision: Revision<Of>;
}

/**
 * What the dialogs of all actions on an account have in common: they announce `done` with the person's name, read the person again, and
 * describe what somebody else has changed meanwhile. `account` is null until a person is chosen.
 */
export function useActionFrame({
  account,
  onClose,
}: Pick<AccountDialogProps, 'onClose'> & { readonly account: User | null }) {
  const t = useTexts();
  const queries = useQueryClient();
  const reread = (queryKey: QueryKey) => void queries.invalidateQueries({ queryKey });
  return <Of extends Values>(done: string, replacing?: Replacing<Of>) => ({
    onClose,
    doneWords: account === null ? done : t('done', { name: nameOf(account), done }),
    onDone: () => {
      if (account !== null) reread(['user', account.id]);
      reread(['users']);
    },
    // Other refusals do not cause a read: an author who has lost the right to read the person keeps the dialog with what was typed.
    onRefused: (error: Error) => {
      if (account !== null && isChangedMeanwhile(error)) reread(userQuery(account.id).queryKey);
    },
    ...(replacing && {
      revision: replacing.revision,
      notice: (command: ReplacingCommand) =>
        account === null ? null : <AccountChanged account={account} revision={replacing.revision} command={command} />,
    }),
  });
}
