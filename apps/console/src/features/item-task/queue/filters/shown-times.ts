import { isWithin, type TaskQueueRow, typedTime } from '@throughline/contracts';
import { readersTimeZone } from '../../../../api/api.js';

/**
 * Whether the queue shows one of the row's times in the words of the search; the server applies the same rule. Loaded when something is
 * searched for, because the first-load budget of the task pages has no room for it.
 */
export function isShownAt(row: TaskQueueRow, search: string, now: number, timeZone = readersTimeZone()): boolean {
  const time = typedTime(search, { now, timeZone });
  if (time === null) return false;
  const { completedAt, dueAt, onHold, caseOpenedAt, stepSince } = row;
  const open = completedAt === null;
  switch (time.kind) {
    case 'at':
      return isWithin(completedAt, time.spans);
    case 'held':
      return open && isWithin(onHold?.resumesAt ?? null, time.spans);
    case 'due':
      return open && !onHold && (time.spans === null ? dueAt === null : isWithin(dueAt, time.spans));
    case 'age': {
      const [least, below] = time.lasted;
      const lasted = open ? NaN : Date.parse(completedAt) - Date.parse(stepSince);
      const isInStep = open ? isWithin(stepSince, time.spans) : lasted >= least && lasted < below;
      return isInStep || isWithin(caseOpenedAt, time.spans);
    }
  }
}
