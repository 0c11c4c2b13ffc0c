import type { Endpoint, User } from '@throughline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../api/use-command.js';
import { isChangedMeanwhile } from '../../../meanwhile/use-replacing.js';
import { toast } from '../../../ui/announcer.js';
import { userQuery } from '../queries.js';
import { nameOf } from './account-acts.js';
import english from '../../../../texts/en/account-acts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-acts', english);

export interface ActProps {
  readonly account: User;
  readonly onClose: () => void;
}

type ActEndpoint = Extract<Endpoint, `POST /users/user/{id}/${string}`>;

/** Sends the act, reads the person again, and closes. The account is null until one is chosen. */
export function useAct<E extends ActEndpoint>(
  endpoint: E,
  { account, onClose }: Pick<ActProps, 'onClose'> & { readonly account: User | null },
  done: string,
  onRefused?: (error: Error) => void,
) {
  const say = useTexts();
  const queries = useQueryClient();
  return useCommand(endpoint, {
    onSuccess: () => {
      onClose();
      if (account !== null) {
        toast(say('done', { name: nameOf(account), done }));
        void queries.invalidateQueries({ queryKey: ['user', account.id] });
      }
      void queries.invalidateQueries({ queryKey: ['users'] });
    },
    onError: (error) => {
      onRefused?.(error);
      if (account !== null && isChangedMeanwhile(error)) {
        void queries.invalidateQueries({ queryKey: userQuery(account.id).queryKey });
      }
    },
  });
}
