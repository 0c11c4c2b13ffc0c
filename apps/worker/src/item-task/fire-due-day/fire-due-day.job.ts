import { Injectable } from '@nestjs/common';
import type { TaskFacts } from '@throughline/domain';
import { sql } from 'kysely';
import { TaskTimer, taskTimer } from '../task-timer.js';

/** Records that the due day of a task is over. */
@Injectable()
export class FireDueDay extends TaskTimer {
  protected readonly type = 'FireDueDay';
  protected readonly namespace = '6f1c3a54-8a53-4c1e-9c5e-0d6f4c0b7a21';

  protected instantOf({ fellDue, dueAt }: TaskFacts): string | null {
    return fellDue ? null : dueAt;
  }
}

/** Runs at the end of the due day of a task that has not fallen due. */
export const fireDueDay = taskTimer({
  name: 'fire-due-day',
  prefix: 'due',
  processor: FireDueDay,
  column: 'due_at',
  isPending: sql`not fell_due`,
});
