import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UploadAnswer } from '@throughline/contracts';
import { fileDecider, uploadNamed } from '@throughline/domain';
import { handleCommand, readState, StoreUnavailable } from '@throughline/event-store';
import { Engines } from '../engine/engines.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import type { ReceivedFile } from './receives-pdf.js';

/** POST /pdf/referral/{id}/upload/fileName/{name} (ordering specification, sections 5 and 7), once its bytes are stored. */
export class UploadFile extends Command<Written<UploadAnswer>> {
  constructor(
    readonly referralId: string,
    readonly fileName: string,
    readonly received: ReceivedFile,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadFile)
export class UploadFileHandler implements ICommandHandler<UploadFile> {
  constructor(private readonly engines: Engines) {}

  async execute({ referralId, fileName, received, context }: UploadFile): Promise<Written<UploadAnswer>> {
    const { store } = this.engines;
    const { storageName, size, sha256 } = received;
    const { actor, at } = context;
    const data = { referralId, fileName, storageName, size, sha256, uploadedBy: actor.userId, uploadedAt: at };
    try {
      const { events, position } = await handleCommand(store, {
        decider: fileDecider,
        id: referralId,
        command: { type: 'UploadFile', data },
        context: { ...context, causationId: null },
      });
      received.recorded = events.some(
        (event) => event.type === 'FileUploaded' && event.data.storageName === storageName,
      );
      const fileId = events[0]?.data.fileId ?? (await this.fileIdOf(referralId, fileName));
      return new Written({ fileId }, position ?? (await store.head()));
    } catch (error) {
      if (error instanceof StoreUnavailable && error.outcome === 'unknown') received.recorded = 'unknown';
      throw error;
    }
  }

  /** Of the same file, which was there already. */
  private async fileIdOf(referralId: string, fileName: string): Promise<number> {
    const { state } = await readState(this.engines.store, fileDecider, referralId);
    const file = uploadNamed(state, fileName);
    if (!file) throw new Error('A file that was there is no longer.');
    return file.fileId;
  }
}
