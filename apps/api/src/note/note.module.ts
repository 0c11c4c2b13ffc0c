import { Module } from '@nestjs/common';
import { ListInternalNotesHandler } from './list-internal-notes.js';
import { NoteController } from './note.controller.js';

@Module({ controllers: [NoteController], providers: [ListInternalNotesHandler] })
export class NoteModule {}
