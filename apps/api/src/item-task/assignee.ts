import { mayWorkTasks, Rejection, roleOf, type Assignee } from '@throughline/domain';
import { findAccountById, type Account } from '@throughline/read-models';
import type { Engines } from '../engine/engines.js';
import { signInRequired } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';

/** The caller, as the one who does the work. */
export function byCaller({ account }: Caller): Assignee {
  if (!account) throw signInRequired();
  return assigneeOf(account);
}

/** Somebody a task can be given to. */
export async function findAssignee({ db, config }: Engines, userId: string): Promise<Assignee> {
  const account = await findAccountById(db, userId);
  if (!account || !mayWorkTasks({ role: roleOf(account, config.operatorCompanyId) })) {
    throw new Rejection('item-task/not-an-assignee', 'Tasks can only be given to people who work the queue.');
  }
  return assigneeOf(account);
}

const assigneeOf = ({ userId, firstName, lastName }: Account): Assignee => ({
  userId,
  name: `${firstName} ${lastName}`,
});
