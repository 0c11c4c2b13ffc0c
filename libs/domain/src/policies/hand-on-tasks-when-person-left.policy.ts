import type { Account } from '../account/account.js';
import { evolveAccount, isActive } from '../account/account.js';
import type { AccountEvent } from '../account/account.events.js';
import { mayWorkTasks, roleOf } from '../account/access.js';
import type { Assignee } from '../item-task/item-task.events.js';
import type { Recorded } from '../kernel/event.js';

/** The policy's name in the ids of its commands: never change it. */
export const HAND_ON_TASKS = 'hand-on-tasks-when-person-left';

/** Whether a person with this account works tasks, and may be assigned some. `operatorId`: the company that runs the portal. */
export const worksTasks = (account: Account, operatorId: number): boolean =>
  isActive(account) && mayWorkTasks({ role: roleOf(account, operatorId) });

/** Why somebody works no tasks any more, and who gets those that they hold. */
export interface Departure {
  /** Their deactivation, or what took them out of the staff. */
  readonly cause: Recorded<AccountEvent>;
  /** Null: the queue. */
  readonly tasksTo: Assignee | null;
}

/**
 * The last time that the person stopped working tasks, from all events of their account. Null while they work tasks, and for somebody who never
 * did: their tasks are those of nobody who left.
 */
export function departureOf(events: readonly Recorded<AccountEvent>[], operatorId: number): Departure | null {
  let account: Account | undefined;
  let departure: Departure | null = null;
  for (const event of events) {
    const worked = account !== undefined && worksTasks(account, operatorId);
    account = evolveAccount(account, event);
    const works = account !== undefined && worksTasks(account, operatorId);
    if (works) departure = null;
    else if (worked) departure = { cause: event, tasksTo: chosenIn(event) };
  }
  return departure;
}

function chosenIn(event: AccountEvent): Assignee | null {
  return ('tasksTo' in event.data && event.data.tasksTo) || null;
}
