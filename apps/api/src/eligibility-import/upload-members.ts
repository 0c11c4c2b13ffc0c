import { type Readable, Transform } from 'node:stream';
import { PayloadTooLargeException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MEMBERS_FILE_MAX, type UploadMembersQuery } from '@throughline/contracts';
import { eligibilityImportDecider } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { Engines } from '../engine/engines.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';

/** POST /eligible-patients/imports (issue 5, section 4): a file of members, streamed to where the worker reads it. Answers with the import's id. */
export class UploadMembers extends Command<Written<string>> {
  constructor(
    readonly asked: UploadMembersQuery,
    readonly content: Readable,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadMembers)
export class UploadMembersHandler implements ICommandHandler<UploadMembers> {
  constructor(private readonly engines: Engines) {}

  /** The command's id is the import's: sent again under the same key, the file is there already, and its second copy is deleted. */
  async execute({ asked, content, context }: UploadMembers): Promise<Written<string>> {
    const { files, store } = this.engines;
    const { storageName, size } = await files.put(content.pipe(upTo(MEMBERS_FILE_MAX, content)));
    const { actor, at, commandId: importId, correlationId } = context;
    const { fileName, programme = null } = asked;
    const { events, position } = await handleCommand(store, {
      decider: eligibilityImportDecider,
      id: importId,
      command: {
        type: 'ImportMembers',
        data: { importId, fileName, programme, storageName, size, uploadedAt: at },
      },
      context: { commandId: importId, actor, at, correlationId, causationId: null },
    });
    const kept = events.some((event) => event.type === 'MembersFileUploaded' && event.data.storageName === storageName);
    await (kept ? files.confirm(storageName) : files.delete(storageName));
    return new Written(importId, position ?? (await store.head()));
  }
}

/** Lets so many bytes through and breaks at the next one; breaks as well when the sender went away. */
function upTo(most: number, source: Readable): Transform {
  let passed = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.byteLength;
      if (passed > most) done(new PayloadTooLargeException());
      else done(null, chunk);
    },
  });
  source.once('error', (error) => limited.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded) limited.destroy(new Error('The upload was cut off.'));
  });
  return limited;
}
