import { Controller, Header, StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { fileRoutes } from '@throughline/contracts';
import { fileDecider, mayWorkTasks } from '@throughline/domain';
import { ExecuteCommand } from '../command/execute-command.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { FetchFile, LinkToFile, ListFiles, ReadSubmissionPdf } from './file.queries.js';

type FileRequest<Name extends keyof typeof fileRoutes> = RouteRequest<(typeof fileRoutes)[Name]>;

@Controller()
export class FileController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly referrals: ReadableReferrals,
  ) {}

  @Serves(fileRoutes.list)
  list({ params: { id }, query: { minPosition }, caller }: FileRequest<'list'>) {
    return this.queries.execute(new ListFiles(id, minPosition, caller));
  }

  @Serves(fileRoutes.changeType)
  async changeType({ params: { id, fileId }, body, caller, context }: FileRequest<'changeType'>) {
    await this.referrals.requireForCommand(caller, id);
    const { actor, at } = context;
    const by = { changedBy: actor.userId ?? '', mayChangeAny: mayWorkTasks(actor), changedAt: at };
    const data = { referralId: id, fileId, ...body, ...by };
    return this.commands.execute(new ExecuteCommand(fileDecider, id, { type: 'ChangeFileType', data }, context));
  }

  @Serves(fileRoutes.link)
  link({ params: { id, fileId }, query: { minPosition }, caller }: FileRequest<'link'>) {
    return this.queries.execute(new LinkToFile(id, fileId, minPosition, caller));
  }

  @Serves(fileRoutes.readSubmissionPdf)
  readSubmissionPdf({ params: { id }, query: { minPosition }, caller }: FileRequest<'readSubmissionPdf'>) {
    return this.queries.execute(new ReadSubmissionPdf(id, minPosition, caller));
  }

  /** The content comes from outside: the headers keep a browser from running it or from guessing another type. */
  @Serves(fileRoutes.fetch)
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  async fetch({ params: { token }, caller }: FileRequest<'fetch'>): Promise<StreamableFile> {
    const { content, size, name } = await this.queries.execute(new FetchFile(token, caller));
    return new StreamableFile(content, {
      type: 'application/pdf',
      disposition: `attachment; filename="${name}"`,
      length: size,
    });
  }
}
