import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { notificationRoutes } from '@throughline/contracts';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ListNotifications } from './notification.queries.js';
import { Unsubscribe } from './unsubscribe.js';
import { ReadNotifications } from './read-notifications.js';

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
  read({ body: { ids }, context }: NotificationRequest<'read'>) {
    return this.commands.execute(new ReadNotifications(ids, context));
  }

  @Serves(notificationRoutes.unsubscribe)
  unsubscribe({ params: { token }, context }: NotificationRequest<'unsubscribe'>) {
    return this.commands.execute(new Unsubscribe(token, context));
  }
}
