import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { notificationRoutes } from '@throughline/contracts';
import { accountDecider, MAIL_TOPICS, maySeeQueue } from '@throughline/domain';
import { readToken } from '@throughline/platform';
import { listNotifications } from '@throughline/read-models';
import type { RequestHandler } from 'express';
import { ExecuteCommand } from '../command/execute-command.js';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ReadNotifications } from './read-notifications.js';

type NotificationRequest<Name extends keyof typeof notificationRoutes> = RouteRequest<
  (typeof notificationRoutes)[Name]
>;

@Controller()
export class NotificationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'secretKey'>,
  ) {}

  /** Notifications name referrals only by their ids, so this is not a read of personal data. */
  @Serves(notificationRoutes.list)
  list({ query: { minPosition }, caller: { actor } }: NotificationRequest<'list'>) {
    const readers = maySeeQueue(actor) ? (['submitter', 'staff'] as const) : (['submitter'] as const);
    return this.readModels.readAt(minPosition, (db) => listNotifications(db, { userId: actor.userId ?? '', readers }));
  }

  @Serves(notificationRoutes.read)
  read({ body: { ids }, context }: NotificationRequest<'read'>) {
    return this.commands.execute(new ReadNotifications(ids, context));
  }

  /** The link is the permission. Repeating the call changes nothing. */
  @Serves(notificationRoutes.unsubscribe)
  unsubscribe({ params: { token }, context }: NotificationRequest<'unsubscribe'>) {
    const [userId, topicOfLink] = readToken(this.config.secretKey, 'unsubscribe', token, new Date(context.at)) ?? [];
    const topic = MAIL_TOPICS.find((one) => one === topicOfLink);
    if (userId === undefined || topic === undefined) throw notFound('link');
    const command = { type: 'Unsubscribe', data: { topic, chosenAt: context.at } } as const;
    return this.commands.execute(new ExecuteCommand(accountDecider, userId, command, context));
  }
}

/**
 * A mail program posts to the address of the page (RFC 8058), without cookies or any other identification. A GET shows the page and changes
 * nothing, because scanners of mail follow links.
 */
export const oneClickUnsubscribe: RequestHandler = (request, _response, next) => {
  const { method, url } = request;
  if (method === 'POST' && url.startsWith('/unsubscribe/')) request.url = `/api/notifications${url}`;
  next();
};
