import type { User } from '@throughline/contracts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { isChangedMeanwhile, type ReplacingCommand, type Revision } from '../../../meanwhile/use-replacing.js';
import { userQuery } from '../queries.js';
import { nameOf } from './account-acts.js';
import { AccountChanged } from './account-changed.js';
import type { Values } from './account-values.js';
import english from '../../../../texts/en/account-acts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-acts', english);

export interface ActProps {
  readonly account: User;
  readonly onClose: () => void;
}

/** Of an act that replaces or ends something. */
interface Replacing<Of extends Values> {
  readonly revision: Revision<Of>;
  readonly onRefused?: (error: Error) => void;
}

/**
 * What every dialog of an act on an account has in common: `done` is announced with the name of the person, who is read again, and what somebody
 * else has changed of them meanwhile is said. Null until one is chosen.
 */
export function useActFrame({ account, onClose }: Pick<ActProps, 'onClose'> & { readonly account: User | null }) {
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
    // Not after every refusal: who has lost the right to read the person keeps the dialog, with what was typed.
    onRefused: (error: Error) => {
      replacing?.onRefused?.(error);
      if (account !== null && isChangedMeanwhile(error)) reread(userQuery(account.id).queryKey);
    },
    ...(replacing && {
      revision: replacing.revision,
      notice: (command: ReplacingCommand) =>
        account === null ? null : <AccountChanged account={account} revision={replacing.revision} command={command} />,
    }),
  });
}
