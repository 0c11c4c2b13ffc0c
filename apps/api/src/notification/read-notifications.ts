import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notificationDecider, readingId } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { notificationsAmong } from '@throughline/read-models';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { type ApiDatabase, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { signInRequired } from '../http/http-error.js';

/**
 * POST /notifications/read. Ids of notifications that the person does not have are ignored; otherwise an unlimited number could be stored.
 */
export class ReadNotificationsRequest extends Command<CommandResult<null>> {
  constructor(
    readonly ids: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReadNotificationsRequest)
export class ReadNotificationsHandler implements ICommandHandler<ReadNotificationsRequest> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ ids, context }: ReadNotificationsRequest): Promise<CommandResult<null>> {
    const { userId } = context.actor;
    if (userId === null) throw signInRequired();
    const notificationIds = await notificationsAmong(this.database.db, { userId, ids });
    const data = { userId, notificationIds, readAt: context.at };
    const command = { type: 'ReadNotifications', data } as const;
    return executeCommand(this.store, notificationDecider, readingId(data), command, context);
  }
}
