import { Inject, PayloadTooLargeException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MAX_MEMBERS_FILE_BYTES, type UploadMembersQuery } from '@throughline/contracts';
import { eligibilityImportDecider } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { FileStore } from '@throughline/platform';
import type { Request } from 'express';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { decideOn, resultOf } from '../command/execute-command.js';
import { EVENT_STORE, FILES } from '../engines/engines.js';
import { takeUpload } from '../http/limits/take-upload.js';

const LIMITS = { maxBytes: MAX_MEMBERS_FILE_BYTES, tooLarge: () => new PayloadTooLargeException() };

/** POST /eligible-patients/imports: streams a file of members to the file store, where the worker reads it. Returns the import's id. */
export class UploadMembersRequest extends Command<CommandResult<string>> {
  constructor(
    readonly query: UploadMembersQuery,
    readonly request: Request,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadMembersRequest)
export class UploadMembersHandler implements ICommandHandler<UploadMembersRequest> {
  constructor(
    @Inject(FILES) private readonly files: FileStore,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * The import's id is that of the command: if a request is repeated under its key, the stream names the first copy of the file, and the
   * second one is deleted.
   */
  async execute({ query, request, context }: UploadMembersRequest): Promise<CommandResult<string>> {
    const { files, store } = this;
    const { storageName, size } = await takeUpload(request, LIMITS, (body) => files.put(body));
    const { at, commandId: importId } = context;
    const { fileName, programme = null, reason, correctDates, otherZeros } = query;
    const decided = {
      ...(correctDates === 'true' && { correctsDates: true as const }),
      ...(otherZeros && { otherZeros }),
    };
    const data = { importId, fileName, programme, storageName, size, uploadedAt: at, reason, ...decided };
    const command = { type: 'ImportMembers', data } as const;
    const handled = await decideOn(store, eligibilityImportDecider, importId, command, context);
    const isKept = handled.events.some(
      (event) => event.type === 'MembersFileUploaded' && event.data.storageName === storageName,
    );
    await (isKept ? files.confirm(storageName) : files.delete(storageName));
    return (await resultOf(store, handled)).with(importId);
  }
}
