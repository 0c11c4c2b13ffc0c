import type { Endpoint, User } from '@throughline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { nameOf } from './account-acts.js';

export interface ActProps {
  readonly account: User;
  readonly onClose: () => void;
}

type ActEndpoint = Extract<Endpoint, `POST /users/user/{id}/${string}`>;

/** Sends the act, reads the person again, and closes. */
export function useAct<E extends ActEndpoint>(endpoint: E, { account, onClose }: ActProps, done: string) {
  const queries = useQueryClient();
  return useCommand(endpoint, {
    onSuccess: () => {
      toast(`${nameOf(account)}: ${done}`);
      onClose();
      void queries.invalidateQueries({ queryKey: ['user', account.id] });
      void queries.invalidateQueries({ queryKey: ['users'] });
    },
  });
}
