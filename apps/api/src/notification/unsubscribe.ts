import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { accountDecider, MAIL_TOPICS } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { readToken } from '@throughline/platform';
import type { RequestHandler } from 'express';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { type ApiConfig, CONFIG, EVENT_STORE } from '../engines/engines.js';
import { notFound } from '../http/http-error.js';

/** POST /notifications/unsubscribe/{token}: the link is the permission. Repeating it changes nothing. */
export class Unsubscribe extends Command<CommandResult<null>> {
  constructor(
    readonly token: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(Unsubscribe)
export class UnsubscribeHandler implements ICommandHandler<Unsubscribe> {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'secretKey'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ token, context }: Unsubscribe): Promise<CommandResult<null>> {
    const [userId, topicOfLink] = readToken(this.config.secretKey, 'unsubscribe', token, new Date(context.at)) ?? [];
    const topic = MAIL_TOPICS.find((one) => one === topicOfLink);
    if (userId === undefined || topic === undefined) throw notFound('link');
    const command = { type: 'Unsubscribe', data: { topic, chosenAt: context.at } } as const;
    return executeCommand(this.store, accountDecider, userId, command, context);
  }
}

/**
 * A mail program posts to the address of the page (RFC 8058), without cookies or any other sign of who it is. Its GET is the page, which changes
 * nothing: scanners of mail follow links.
 */
export const oneClickUnsubscribe: RequestHandler = (request, _response, next) => {
  const { method, url } = request;
  if (method === 'POST' && url.startsWith('/unsubscribe/')) request.url = `/api/notifications${url}`;
  next();
};
