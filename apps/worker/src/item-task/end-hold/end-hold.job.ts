import { Injectable } from '@nestjs/common';
import type { TaskFacts } from '@throughline/domain';
import { sql } from 'kysely';
import { TaskTimer, taskTimer } from '../task-timer.js';

/** Ends the hold of a task when its day has come. */
@Injectable()
export class EndHold extends TaskTimer {
  protected readonly type = 'EndHold';
  protected readonly namespace = '3d0a1f6e-4c55-4b0b-9d3c-2a7e6f1b8c90';

  protected instantOf({ onHold }: TaskFacts): string | null {
    return onHold?.resumesAt ?? null;
  }
}

/** Runs at the beginning of the day until which a task is on hold. */
export const endHold = taskTimer({
  name: 'end-hold',
  prefix: 'hold',
  processor: EndHold,
  column: 'on_hold_until',
  isPending: sql`on_hold_until is not null`,
});
