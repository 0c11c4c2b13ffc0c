import { Module } from '@nestjs/common';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { NoteController } from './note.controller.js';
import { ListInternalNotesHandler } from './note.queries.js';

@Module({ imports: [ReferralAccessModule], controllers: [NoteController], providers: [ListInternalNotesHandler] })
export class NoteModule {}
