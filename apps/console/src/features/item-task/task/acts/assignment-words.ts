import type { AssignTasksAnswer } from '@throughline/contracts';
import { NOTHING_DONE_NOW } from '@throughline/domain';
import { countOf } from '../../../../ui/words/counts.js';

/* What became of tasks that were to be assigned, in words. */

export type Result = AssignTasksAnswer['results'][number];
/** The task was assigned, but the answer was lost and somebody else has acted since. */
const isUndone = ({ code }: Result) => code === 'request/changed-since';
export const isOvertaken = (result: Result) =>
  isUndone(result) || result.code === 'item-task/changed-meanwhile' || result.code === 'item-task/put-on-hold';
const whyNot = ({ errors, message, code }: Result) => errors?.['assignee'] ?? message ?? code;

/** The result of one task. */
export interface Answered extends Result {
  /** The name of the intended assignee. */
  readonly to: string;
  /** The name of the current holder, if somebody else has acted meanwhile. */
  readonly holder: string;
}

/** Limits how many tasks an announcement names. */
const MOST_NAMES = 3;

export function assignedInWords(names: readonly string[], to: string): string {
  const words = `${countOf(names.length, 'task')} assigned to ${to}`;
  return names.length > MOST_NAMES ? words : `${words}: ${names.join('; ')}`;
}

export const becameInWords = (result: Answered): string => {
  if (result.assigned) return `assigned to ${result.to}.`;
  if (!isUndone(result)) return `${whyNot(result)}`;
  // The dialog itself says how to repeat the assignment.
  return `${result.message?.replace(NOTHING_DONE_NOW, '')}It is assigned to ${result.holder} now.`;
};

export function titleOf(answered: readonly Answered[], isOne: boolean): string {
  if (answered.some(({ assigned }) => assigned)) return 'Not all tasks were assigned';
  if (answered.every(isUndone))
    return isOne ? 'The task has changed hands since' : 'The tasks have changed hands since';
  return isOne ? 'The task was not assigned' : 'No task was assigned';
}

const ALL_THE_SAME = 'Assign all the same';

/** The label of the button: sending again is then another act, because it takes tasks over from others or ends their holds. */
export const submitLabelOf = (answered: readonly Answered[]): string =>
  answered.some((result) => !result.assigned && isOvertaken(result)) ? ALL_THE_SAME : 'Assign';

/** The error to show above the list of results; null if each task was assigned, or none was sent. */
export function refusalOf(answered: readonly Answered[]): Error | null {
  const refused = answered.filter(({ assigned }) => !assigned);
  const [first] = refused;
  if (!first) return null;
  const again = refused.filter(isOvertaken).length;
  const parts = [
    answered.length === 1
      ? becameInWords(first)
      : `${refused.length} of ${answered.length} tasks ${refused.length === 1 ? 'was' : 'were'} not assigned.`,
    again === 0 ? null : `Press “${ALL_THE_SAME}” to assign ${whichAgain(again, refused.length)}.`,
  ];
  return new Error(parts.filter((part) => part !== null).join(' '));
}

const whichAgain = (again: number, refused: number) =>
  again === refused ? (again === 1 ? 'it' : 'them') : 'those that changed hands or are on hold';
