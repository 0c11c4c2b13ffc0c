import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import { type EditableNote, requireEditable, requireNote } from './note-rules.js';
import type {
  InternalNoteDeleted,
  InternalNoteEvent,
  InternalNoteTextEdited,
  InternalNoteWritten,
} from './note.events.js';

/** Makes the additional information of a signed-in submitter the first internal note (ordering specification, section 4). */
export type NoteAdditionalInformation = Command<
  'NoteAdditionalInformation',
  Omit<InternalNoteWritten['data'], 'noteId' | 'parentNoteId' | 'format'>
>;
/** The text is sanitised HTML. */
export type WriteInternalNote = Command<'WriteInternalNote', Omit<InternalNoteWritten['data'], 'noteId' | 'format'>>;
export type EditInternalNoteText = Command<
  'EditInternalNoteText',
  InternalNoteTextEdited['data'] & { readonly userId: string }
>;
export type DeleteInternalNote = Command<
  'DeleteInternalNote',
  InternalNoteDeleted['data'] & { readonly userId: string }
>;

export type InternalNoteCommand =
  NoteAdditionalInformation | WriteInternalNote | EditInternalNoteText | DeleteInternalNote;

interface WrittenNote extends EditableNote {
  readonly text: string;
  readonly isDeleted: boolean;
}

/** The internal notes of one referral. */
export interface InternalNoteState {
  readonly notes: Readonly<Record<string, WrittenNote>>;
}

/** Stream `internalNote-{referralId}`. */
export const internalNoteDecider: Decider<InternalNoteState, InternalNoteCommand, InternalNoteEvent> = {
  category: 'internalNote',
  initialState: { notes: {} },
  evolve: ({ notes }, event) => {
    switch (event.type) {
      case 'InternalNoteWritten': {
        const { noteId, parentNoteId, text, authorUserId, writtenAt } = event.data;
        return { notes: { ...notes, [noteId]: { parentNoteId, text, authorUserId, writtenAt, isDeleted: false } } };
      }
      case 'InternalNoteTextEdited':
        return { notes: withChange(notes, event.data.noteId, { text: event.data.text }) };
      case 'InternalNoteDeleted':
        return { notes: withChange(notes, event.data.noteId, { isDeleted: true }) };
      default:
        return unknownEvent(event);
    }
  },
  decide: ({ notes }, command) => {
    const nextId = (referralId: string) => `${referralId}-${Object.keys(notes).length + 1}`;
    switch (command.type) {
      case 'NoteAdditionalInformation': {
        const { text, referralId } = command.data;
        if (text.trim() === '') return [];
        const noteId = nextId(referralId);
        return [{ type: 'InternalNoteWritten', data: { ...command.data, noteId, parentNoteId: null } }];
      }
      case 'WriteInternalNote': {
        const { referralId, parentNoteId } = command.data;
        if (parentNoteId !== null && requireNote(notes, parentNoteId).isDeleted) throw deleted();
        const noteId = nextId(referralId);
        return [{ type: 'InternalNoteWritten', data: { ...command.data, noteId, format: 'html' } }];
      }
      case 'EditInternalNoteText': {
        const { userId, ...edit } = command.data;
        const note = requireNote(notes, edit.noteId);
        if (note.isDeleted) throw deleted();
        requireEditable(note, userId, edit.editedAt);
        return note.text === edit.text ? [] : [{ type: 'InternalNoteTextEdited', data: edit }];
      }
      case 'DeleteInternalNote': {
        const { userId, ...deletion } = command.data;
        const note = requireNote(notes, deletion.noteId);
        if (note.isDeleted) return [];
        if (note.authorUserId !== userId) {
          throw new DomainError('note/not-the-author', 'Only its author can delete a note.');
        }
        return [{ type: 'InternalNoteDeleted', data: deletion }];
      }
      default:
        return unreachable(command);
    }
  },
};

const deleted = () => new DomainError('note/deleted', 'This note has been deleted.');

const withChange = (
  notes: InternalNoteState['notes'],
  noteId: string,
  change: Partial<WrittenNote>,
): InternalNoteState['notes'] => {
  const note = notes[noteId];
  return note ? { ...notes, [noteId]: { ...note, ...change } } : notes;
};
