import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UploadAnswer } from '@throughline/contracts';
import { fileDecider, type FileType, uploadNamed } from '@throughline/domain';
import { type EventStore, readState, StoreUnavailable } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { decideOn, resultOf } from '../command/execute-command.js';
import { EVENT_STORE } from '../engines/engines.js';
import type { ReceivedFile } from './pdf-upload.interceptor.js';

/** POST /pdf/referral/{id}/upload/fileName/{name} (ordering specification, sections 5 and 7): records a file that is already stored. */
export class UploadFileRequest extends Command<CommandResult<UploadAnswer>> {
  constructor(
    readonly referralId: string,
    readonly fileName: string,
    readonly fileType: FileType,
    readonly received: ReceivedFile,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadFileRequest)
export class UploadFileHandler implements ICommandHandler<UploadFileRequest> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute(upload: UploadFileRequest): Promise<CommandResult<UploadAnswer>> {
    const { referralId, fileName, fileType, received, context } = upload;
    const { storageName, size, sha256 } = received;
    const { actor, at } = context;
    const sent = { fileName, fileType, storageName, size, sha256 };
    const data = { referralId, ...sent, uploadedBy: actor.userId, uploadedAt: at };
    try {
      const command = { type: 'UploadFile', data } as const;
      const handled = await decideOn(this.store, fileDecider, referralId, command, context);
      const { events } = handled;
      received.recorded = events.some(
        (event) => event.type === 'FileUploaded' && event.data.storageName === storageName,
      );
      const fileId = events[0]?.data.fileId ?? (await this.fileIdOf(referralId, fileName));
      return (await resultOf(this.store, handled)).with({ fileId });
    } catch (error) {
      if (error instanceof StoreUnavailable && error.outcome === 'unknown') received.recorded = 'unknown';
      throw error;
    }
  }

  /** Called if nothing was recorded, because the referral has the same file under this name: returns the id of that file. */
  private async fileIdOf(referralId: string, fileName: string): Promise<number> {
    const { state } = await readState(this.store, fileDecider, referralId);
    const file = uploadNamed(state, fileName);
    if (!file) throw new Error('The file that the decider found is not in the stream.');
    return file.fileId;
  }
}
