import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RecordHistoryBody } from '@throughline/contracts';
import { historyDecider, referralDecider } from '@throughline/domain';
import { readState } from '@throughline/event-store';
import { carryOut } from '../engine/carry-out.js';
import { Engines } from '../engine/engines.js';
import { notFound } from '../http/refusal.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';

/** POST /history/create: staff add to a referral's history what happened outside the portal. */
export class RecordHistoryEntry extends Command<Written<null>> {
  constructor(
    readonly body: RecordHistoryBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RecordHistoryEntry)
export class RecordHistoryEntryHandler implements ICommandHandler<RecordHistoryEntry> {
  constructor(private readonly engines: Engines) {}

  async execute({ body, context }: RecordHistoryEntry): Promise<Written<null>> {
    const { referralId, elementName, elementKey, changes, dateTime } = body;
    const referral = await readState(this.engines.store, referralDecider, referralId);
    if (referral.state.status === 'none') throw notFound('referral');
    const data = {
      referralId,
      elementName,
      elementKey: elementKey ?? null,
      changes,
      dateTime: new Date(dateTime).toISOString(),
      now: context.at,
    };
    const command = { type: 'RecordHistoryEntry', data } as const;
    return new Written(null, await carryOut(this.engines, historyDecider, referralId, command, context));
  }
}
