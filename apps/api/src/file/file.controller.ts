import { Controller, Header } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { fileRoutes } from '@throughline/contracts';
import { fileDecider, mayWorkTasks } from '@throughline/domain';
import { ExecuteCommand } from '../command/execute-command.js';
import { Serves } from '../http/serves.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { FileReads, type FileRequest } from './file.reads.js';

@Controller()
export class FileController {
  constructor(
    private readonly reads: FileReads,
    private readonly commands: CommandBus,
    private readonly referrals: ReadableReferrals,
  ) {}

  @Serves(fileRoutes.list)
  list(request: FileRequest<'list'>) {
    return this.reads.list(request);
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
  link(request: FileRequest<'link'>) {
    return this.reads.link(request);
  }

  @Serves(fileRoutes.readSubmissionPdf)
  readSubmissionPdf(request: FileRequest<'readSubmissionPdf'>) {
    return this.reads.readSubmissionPdf(request);
  }

  /** The content comes from outside: the headers prevent a browser from running it or guessing another type. */
  @Serves(fileRoutes.fetch)
  @Header('X-Content-Type-Options', 'nosniff')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  fetch(request: FileRequest<'fetch'>) {
    return this.reads.fetch(request);
  }
}
