import type { Endpoint, RequestOf, User } from '@throughline/contracts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { isChangedMeanwhile, type ReplacingCommand, type Revision } from '../../../meanwhile/use-replacing.js';
import { CommandDialog, type CommandDialogProps } from '../../../ui/dialogs/command-dialog.js';
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

type AccountEndpoint = Extract<Endpoint, `POST /users/user/{id}/${string}`>;

type ProvidedProps = 'request' | 'doneWords' | 'onDone' | 'onRefused' | 'notice' | 'watches';

interface FrameProps<E extends AccountEndpoint, Typed extends FieldValues, Given, Of extends Values> extends Omit<
  CommandDialogProps<E, Typed, Given, Of>,
  ProvidedProps
> {
  /** Null until a person is chosen in the dialog. */
  readonly account: User | null;
  /** Converts the output of the form to the body of the request. */
  readonly body: (given: Given) => BodyOf<E>;
  /** Announced with the person's name. */
  readonly doneWords: string;
  readonly revision: Revision<Of>;
  /** Shown below the changes of the account. */
  readonly notice?: (command: ReplacingCommand) => ReactNode;
}

type BodyOf<E extends AccountEndpoint> = RequestOf<E> extends { readonly body: infer Body } ? Body : never;

/**
 * The dialog of an action on an account: it announces what was done with the person's name, reads the person again, and describes what
 * somebody else has changed meanwhile.
 */
export function AccountDialog<E extends AccountEndpoint, Typed extends FieldValues, Given, Of extends Values>({
  account,
  body,
  doneWords: done,
  notice,
  ...dialog
}: FrameProps<E, Typed, Given, Of>) {
  const t = useTexts();
  const queries = useQueryClient();
  const reread = (queryKey: QueryKey) => void queries.invalidateQueries({ queryKey });
  const { revision, takesOver = true } = dialog;
  const command: Omit<CommandDialogProps<E, Typed, Given, Of>, keyof typeof dialog> = {
    request: (given) => ({ params: { id: account?.id ?? '' }, body: body(given) }) as RequestOf<E>,
    doneWords: account === null ? done : t('done', { name: nameOf(account), done }),
    onDone: () => {
      if (account !== null) reread(['user', account.id]);
      reread(['users']);
    },
    // Other refusals do not cause a read: an author who has lost the right to read the person keeps the dialog with what was typed.
    onRefused: (error) => {
      if (account !== null && isChangedMeanwhile(error)) reread(userQuery(account.id).queryKey);
    },
    notice: (sent) => (
      <>
        {account ? (
          <AccountChanged account={account} revision={revision} {...(takesOver && { command: sent })} />
        ) : null}
        {notice?.(sent)}
      </>
    ),
  };
  return <CommandDialog {...({ ...dialog, ...command } as CommandDialogProps<E, Typed, Given, Of>)} />;
}
