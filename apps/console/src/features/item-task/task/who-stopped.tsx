import { nameOf } from '@throughline/domain';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/api.js';
import { caseIdOf } from './task-case.js';

/** Who stopped the last items of a task, which completed it. Loaded for such a task: the read models name only who held it. */
export function WhoStopped({ taskId }: { readonly taskId: string }) {
  const id = caseIdOf(taskId);
  const { data, isPending } = useQuery({
    queryKey: ['task-acts', id],
    queryFn: (reading) => call('GET /referrals/referral/{id}/task-acts', { params: { id } }, reading),
  });
  // Newest first: the act that completed it is the oldest one after which it is completed.
  const act = data?.filter(({ tasks }) => tasks[taskId]?.completed).at(-1);
  if (isPending) return null;
  return act ? (act.actorName ?? nameOf(act.actor)) : '–';
}
