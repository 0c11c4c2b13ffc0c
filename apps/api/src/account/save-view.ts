import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SaveViewBody } from '@throughline/contracts';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnOwnAccount } from './carry-out-on-own-account.js';

/** POST /users/user/views: the caller keeps what a screen is narrowed to, under a name. */
export class SaveView extends Command<Written<null>> {
  constructor(
    readonly body: SaveViewBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SaveView)
export class SaveViewHandler implements ICommandHandler<SaveView> {
  constructor(private readonly engines: Engines) {}

  execute({ body, context }: SaveView): Promise<Written<null>> {
    return carryOutOnOwnAccount(this.engines, { type: 'SaveView', data: body }, context);
  }
}
