import { itemTaskDecider, type ItemTaskCommand, type Moment } from '@throughline/domain';
import { carryOut } from '../engine/carry-out.js';
import type { Engines } from '../engine/engines.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';

/** Task ids are `{referralId}-{n}`: the tasks of a referral are decided over in one stream. */
export const referralIdOf = (taskId: string): string => taskId.slice(0, taskId.lastIndexOf('-'));

/** One decision over the tasks of a referral. Its answer is its success. */
export async function carryOutOnTasks(
  engines: Engines,
  command: ItemTaskCommand,
  context: CommandContext,
): Promise<Written<null>> {
  return new Written(null, await carryOut(engines, itemTaskDecider, command.data.referralId, command, context));
}

/** The time, and how long a day is. */
export const momentOf = ({ config }: Engines, { at }: CommandContext): Moment => ({
  at,
  dayMs: config.taskDayMs ?? null,
});
