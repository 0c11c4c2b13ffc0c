import type { Account } from '../account/account.js';
import { evolveAccount, isActive } from '../account/account.js';
import type { AccountEvent } from '../account/account.events.js';
import { mayAudit, mayWorkTasks, roleOf } from '../account/access.js';
import type { Assignee } from '../item-task/item-task.events.js';
import { byWhom, type Change } from '../kernel/changes-in-words.js';
import { DomainError } from '../kernel/decider.js';
import type { Actor, DomainEvent, Recorded } from '../kernel/event.js';
import { Forestalled } from '../kernel/forestalled.js';
import { fullName, isOperator } from '../kernel/terms.js';

/** The policy's name, which is part of the ids of its commands: never change it. */
export const HAND_ON_TASKS = 'hand-on-tasks-when-person-left';

/** Whether a person with this account works tasks, and may be assigned some. `operatorId`: the company that runs the portal. */
export const worksTasks = (account: Account, operatorId: number): boolean =>
  isActive(account) && mayWorkTasks({ role: roleOf(account, operatorId) });

/** Why somebody no longer works tasks, and who gets those that they hold. */
export interface Departure {
  /** The event that deactivated them, or took them out of the staff. */
  readonly cause: Recorded<AccountEvent>;
  /** Null: the tasks go to the queue. */
  readonly tasksTo: Assignee | null;
}

/**
 * The last time that the person stopped working tasks, from all events of their account. Null while they work tasks, and for somebody who
 * never did.
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

/**
 * Why somebody cannot be assigned tasks. An `asker` who may read it in the audit is told who caused it, and when (`Forestalled`, by the
 * account of the person). Null: there is no such person.
 */
export function notAnAssignee(person: Account | null, asker: Pick<Actor, 'role'>, operatorId: number): DomainError {
  const [code, plain] = ['item-task/not-an-assignee', 'Tasks can only be given to people who work the queue.'] as const;
  if (person === null || !mayAudit(asker)) return new DomainError(code, plain);
  return new Forestalled(
    code,
    (change) => (change ? departureInWords(person, operatorId, change) : plain),
    departing(operatorId),
    { id: person.userId },
  );
}

function departureInWords(person: Account, operatorId: number, change: Change): string {
  const { when } = change;
  const name = fullName(person);
  if (!isActive(person)) return `${name} can be given no tasks. They were deactivated by ${byWhom(change)} on ${when}.`;
  return isOperator(person.companyId, operatorId)
    ? `${name} can be given no tasks. Their groups were changed by ${byWhom(change)} on ${when}.`
    : `${name} can be given no tasks. They were moved to another company by ${byWhom(change)} on ${when}.`;
}

/** Matches the events of an account by which the person stopped working tasks. It must be called with every event, in order. */
function departing(operatorId: number): (event: DomainEvent) => boolean {
  let account: Account | undefined;
  const works = () => account !== undefined && worksTasks(account, operatorId);
  return (event) => {
    const worked = works();
    account = evolveAccount(account, event as AccountEvent);
    return worked && !works();
  };
}
