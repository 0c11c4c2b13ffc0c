import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { ReadersOfInternalNotes } from './readers-of-internal-notes.js';
import { NoteTemplateController } from './note-template.controller.js';
import { NoteTemplates } from './note-templates.js';
import { NoteController } from './note.controller.js';
import { NoteReads } from './note.reads.js';
import { WriteNotes } from './write-note.js';

@Module({
  imports: [AccessLogModule, CommandModule, ReferralAccessModule],
  controllers: [NoteController, NoteTemplateController],
  providers: [NoteReads, NoteTemplates, ReadersOfInternalNotes, WriteNotes],
})
export class NoteModule {}
