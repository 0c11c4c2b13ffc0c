import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssignTrackingBody } from '@throughline/contracts';
import { referralDecider } from '@throughline/domain';
import { carryOut } from '../engine/carry-out.js';
import { Engines } from '../engine/engines.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';

/** POST /referrals/referral/{id}/tracking: staff name the carrier's number for items, shipped or about to be. */
export class AssignTrackingNumber extends Command<Written<null>> {
  constructor(
    readonly referralId: string,
    readonly body: AssignTrackingBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AssignTrackingNumber)
export class AssignTrackingNumberHandler implements ICommandHandler<AssignTrackingNumber> {
  constructor(private readonly engines: Engines) {}

  async execute({ referralId, body, context }: AssignTrackingNumber): Promise<Written<null>> {
    const command = { type: 'AssignTrackingNumber', data: { referralId, ...body } } as const;
    return new Written(null, await carryOut(this.engines, referralDecider, referralId, command, context));
  }
}
