import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { eligibilityImportDecider } from '@throughline/domain';
import { carryOut } from '../engine/carry-out.js';
import { Engines } from '../engine/engines.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';

/** POST /eligible-patients/imports/{id}/cancel: the worker stops soon after; who was registered until then stays so. */
export class CancelImport extends Command<Written<null>> {
  constructor(
    readonly importId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CancelImport)
export class CancelImportHandler implements ICommandHandler<CancelImport> {
  constructor(private readonly engines: Engines) {}

  async execute({ importId, context }: CancelImport): Promise<Written<null>> {
    const command = { type: 'CancelImport', data: { importId, at: context.at } } as const;
    return new Written(null, await carryOut(this.engines, eligibilityImportDecider, importId, command, context));
  }
}
