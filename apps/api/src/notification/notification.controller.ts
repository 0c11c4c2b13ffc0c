import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { notificationRoutes } from '@throughline/contracts';
import { accountDecider, MAIL_TOPICS, maySeeQueue } from '@throughline/domain';
import { readToken } from '@throughline/platform';
import { listNotifications } from '@throughline/read-models';
import type { RequestHandler } from 'express';
import { AccessLog } from '../access-log/access-log.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { scopeOf } from '../referral-access/readable-referrals.js';
import { ReadNotificationsRequest } from './read-notifications.js';

type NotificationRequest<Name extends keyof typeof notificationRoutes> = RouteRequest<
  (typeof notificationRoutes)[Name]
>;

@Controller()
export class NotificationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'secretKey'>,
  ) {}

  /** Recorded as an access to the referrals whose members it names. */
  @Serves(notificationRoutes.list)
  list({ query: { minPosition }, caller }: NotificationRequest<'list'>) {
    const { actor } = caller;
    const readers = maySeeQueue(actor) ? (['submitter', 'staff'] as const) : (['submitter'] as const);
    return this.readModels.readAt(minPosition, async (db) => {
      const asked = { userId: actor.userId ?? '', readers, scope: scopeOf(caller, true) };
      const { list, namedIds } = await listNotifications(db, asked);
      if (namedIds.length > 0) await this.accessLog.record({ caller, screen: 'Notifications', referralIds: namedIds });
      return list;
    });
  }

  @Serves(notificationRoutes.read)
  read({ body: { ids }, context }: NotificationRequest<'read'>) {
    return this.commands.execute(new ReadNotificationsRequest(ids, context));
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
