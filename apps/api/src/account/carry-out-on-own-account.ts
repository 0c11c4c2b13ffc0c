import { type AccountCommand, accountDecider } from '@throughline/domain';
import { carryOut } from '../engine/carry-out.js';
import type { Engines } from '../engine/engines.js';
import { signInRequired } from '../http/refusal.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';

/** Decides over the caller's account, which the token alone names. Throws 401 for nobody. */
export async function carryOutOnOwnAccount(
  engines: Engines,
  command: AccountCommand,
  context: CommandContext,
): Promise<Written<null>> {
  const { userId } = context.actor;
  if (userId === null) throw signInRequired();
  return new Written(null, await carryOut(engines, accountDecider, userId, command, context));
}
