import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RecordHistoryBody } from '@throughline/contracts';
import { historyDecider, referralDecider } from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { EVENT_STORE } from '../engines/engines.js';
import { notFound } from '../http/http-error.js';

/** POST /history/create: staff add something that happened outside the portal to a referral's history. */
export class RecordHistoryEntryRequest extends Command<CommandResult<null>> {
  constructor(
    readonly body: RecordHistoryBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RecordHistoryEntryRequest)
export class RecordHistoryEntryHandler implements ICommandHandler<RecordHistoryEntryRequest> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ body, context }: RecordHistoryEntryRequest): Promise<CommandResult<null>> {
    const { referralId, patientKey, elementName, elementKey, changes, dateTime } = body;
    const referral = await readState(this.store, referralDecider, referralId);
    if (referral.state.status === 'none') throw notFound('referral');
    const data = {
      referralId,
      ...(patientKey && { patientKey }),
      elementName,
      elementKey: elementKey ?? null,
      changes,
      dateTime: new Date(dateTime).toISOString(),
      now: context.at,
    };
    const command = { type: 'RecordHistoryEntry', data } as const;
    return executeCommand(this.store, historyDecider, referralId, command, context);
  }
}
