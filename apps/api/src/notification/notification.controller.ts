import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { notificationRoutes } from '@throughline/contracts';
import { notificationDecider, readingId } from '@throughline/domain';
import { ExecuteCommand } from '../command/execute-command.js';
import { signInRequired } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ListNotifications } from './notification.queries.js';

type NotificationRequest<Name extends keyof typeof notificationRoutes> = RouteRequest<
  (typeof notificationRoutes)[Name]
>;

@Controller()
export class NotificationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Serves(notificationRoutes.list)
  list({ query: { minPosition }, caller }: NotificationRequest<'list'>) {
    return this.queries.execute(new ListNotifications(minPosition, caller));
  }

  @Serves(notificationRoutes.read)
  read({ body: { ids: notificationIds }, context }: NotificationRequest<'read'>) {
    const { userId } = context.actor;
    if (userId === null) throw signInRequired();
    const data = { userId, notificationIds, readAt: context.at };
    const command = { type: 'ReadNotifications', data } as const;
    return this.commands.execute(new ExecuteCommand(notificationDecider, readingId(data), command, context));
  }
}
