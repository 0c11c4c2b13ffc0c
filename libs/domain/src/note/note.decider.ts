import { type Command, type Decider, unknownEvent, unreachable } from '../kernel/decider.js';
import { type EditableNote, noteIn, requireEditable, requireNote } from './note-rules.js';
import type { NoteEvent, NotesMarkedUnread, NotesRead, NoteTextEdited, NoteWritten } from './note.events.js';

/** The text is sanitised before. */
export type WriteNote = Command<'WriteNote', Omit<NoteWritten['data'], 'noteId'>>;
export type EditNoteText = Command<'EditNoteText', NoteTextEdited['data'] & { readonly userId: string }>;
export type ReadNotes = Command<'ReadNotes', NotesRead['data']>;
export type MarkNotesUnread = Command<'MarkNotesUnread', NotesMarkedUnread['data']>;

export type NoteCommand = WriteNote | EditNoteText | ReadNotes | MarkNotesUnread;

interface WrittenNote extends EditableNote {
  readonly text: string;
}

/** The external notes of one referral. */
export interface NoteState {
  readonly notes: Readonly<Record<string, WrittenNote>>;
  /** User id → ids of the notes that they have read. */
  readonly read: Readonly<Record<string, readonly string[]>>;
}

/** Stream `note-{referralId}`. */
export const noteDecider: Decider<NoteState, NoteCommand, NoteEvent> = {
  category: 'note',
  initialState: { notes: {}, read: {} },
  evolve: (state, event) => {
    switch (event.type) {
      case 'NoteWritten': {
        const { noteId, parentNoteId, text, author, writtenAt } = event.data;
        const note = { parentNoteId, text, authorUserId: author.userId, writtenAt };
        return { ...state, notes: { ...state.notes, [noteId]: note } };
      }
      case 'NoteTextEdited': {
        const { noteId, text } = event.data;
        const note = state.notes[noteId];
        return note ? { ...state, notes: { ...state.notes, [noteId]: { ...note, text } } } : state;
      }
      case 'NotesRead':
      case 'NotesMarkedUnread':
        return { ...state, read: evolveReaders(state.read, event) };
      default:
        return unknownEvent(event);
    }
  },
  decide: ({ notes, read }, command) => {
    switch (command.type) {
      case 'WriteNote': {
        const { referralId, parentNoteId } = command.data;
        if (parentNoteId !== null) requireNote(notes, parentNoteId);
        const noteId = `${referralId}-${Object.keys(notes).length + 1}`;
        return [{ type: 'NoteWritten', data: { ...command.data, noteId } }];
      }
      case 'EditNoteText': {
        const { userId, ...edit } = command.data;
        const note = requireNote(notes, edit.noteId);
        requireEditable(note, userId, edit.editedAt);
        return note.text === edit.text ? [] : [{ type: 'NoteTextEdited', data: edit }];
      }
      case 'ReadNotes': {
        const { userId, noteIds } = command.data;
        const already = new Set(read[userId]);
        const isUnread = (id: string) => !already.has(id) && (noteIn(notes, id)?.authorUserId ?? userId) !== userId;
        const unread = [...new Set(noteIds)].filter(isUnread);
        return unread.length === 0 ? [] : [{ type: 'NotesRead', data: { ...command.data, noteIds: unread } }];
      }
      case 'MarkNotesUnread': {
        const { userId, noteIds } = command.data;
        const known = (read[userId] ?? []).filter((id) => noteIds.includes(id));
        return known.length === 0 ? [] : [{ type: 'NotesMarkedUnread', data: { ...command.data, noteIds: known } }];
      }
      default:
        return unreachable(command);
    }
  },
};

/** Which notes each person has read, after one more event. */
export function evolveReaders(
  read: NoteState['read'],
  { type, data: { userId, noteIds } }: NotesRead | NotesMarkedUnread,
): NoteState['read'] {
  const before = read[userId] ?? [];
  const after = type === 'NotesRead' ? [...before, ...noteIds] : before.filter((id) => !noteIds.includes(id));
  return { ...read, [userId]: after };
}
