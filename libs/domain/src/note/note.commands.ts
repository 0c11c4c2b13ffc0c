import type { Command } from '../kernel/command.js';
import type { InternalNoteWritten } from './note.events.js';

/** What a signed-in submitter added to the order becomes the first internal note (ordering specification, section 4). */
export type NoteAdditionalInformation = Command<
  'NoteAdditionalInformation',
  Omit<InternalNoteWritten['data'], 'noteId' | 'parentNoteId'>
>;

export type InternalNoteCommand = NoteAdditionalInformation;
