import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RemoveViewBody } from '@throughline/contracts';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnOwnAccount } from './carry-out-on-own-account.js';

/** POST /users/user/views/remove: the caller needs a view no more. */
export class RemoveView extends Command<Written<null>> {
  constructor(
    readonly body: RemoveViewBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RemoveView)
export class RemoveViewHandler implements ICommandHandler<RemoveView> {
  constructor(private readonly engines: Engines) {}

  execute({ body, context }: RemoveView): Promise<Written<null>> {
    return carryOutOnOwnAccount(this.engines, { type: 'RemoveView', data: body }, context);
  }
}
