import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import { DoneAlready, Forestalled } from '../kernel/forestalled.js';
import { requireAsSeen } from '../kernel/meanwhile.js';
import { type NoteReaders, readAmong, unreadAmong, withoutRead, withRead } from './note-readers.js';
import { type EditableNote, noteIn, requireEditable, requireNote, requireRoom } from './note-rules.js';
import { mentionsIn } from './note-text.js';
import type { SeesText } from './note.decider.js';
import type {
  InternalNoteDeleted,
  InternalNoteEvent,
  InternalNotesMarkedUnread,
  InternalNotesRead,
  InternalNoteTextEdited,
  InternalNoteWritten,
} from './note.events.js';

/** Makes the additional information of a signed-in submitter the first internal note (ordering specification, section 4). */
export type NoteAdditionalInformation = Command<
  'NoteAdditionalInformation',
  Omit<InternalNoteWritten['data'], 'noteId' | 'parentNoteId' | 'format' | 'mentions'>
>;
/** `text` is sanitised HTML. */
export type WriteInternalNote = Command<
  'WriteInternalNote',
  Omit<InternalNoteWritten['data'], 'noteId' | 'format' | 'mentions'>
>;
export type EditInternalNoteText = Command<
  'EditInternalNoteText',
  InternalNoteTextEdited['data'] & { readonly userId: string } & SeesText
>;
export type DeleteInternalNote = Command<
  'DeleteInternalNote',
  InternalNoteDeleted['data'] & { readonly userId: string }
>;
export type ReadInternalNotes = Command<'ReadInternalNotes', InternalNotesRead['data']>;
export type MarkInternalNotesUnread = Command<'MarkInternalNotesUnread', InternalNotesMarkedUnread['data']>;

export type InternalNoteCommand =
  | NoteAdditionalInformation
  | WriteInternalNote
  | EditInternalNoteText
  | DeleteInternalNote
  | ReadInternalNotes
  | MarkInternalNotesUnread;

interface WrittenNote extends EditableNote {
  readonly text: string;
  readonly isDeleted: boolean;
}

/** The internal notes of one referral. */
export interface InternalNoteState {
  readonly notes: Readonly<Record<string, WrittenNote>>;
  readonly readers: NoteReaders;
  /** Characters of HTML that were ever written, earlier texts included. */
  readonly markup: number;
}

/** Stream `internalNote-{referralId}`. */
export const internalNoteDecider: Decider<InternalNoteState, InternalNoteCommand, InternalNoteEvent> = {
  category: 'internalNote',
  initialState: { notes: {}, readers: {}, markup: 0 },
  evolve: (state, event) => {
    const { notes, readers } = state;
    switch (event.type) {
      case 'InternalNoteWritten': {
        const { noteId, parentNoteId, text, authorUserId, writtenAt } = event.data;
        const note = { parentNoteId, text, authorUserId, writtenAt, isDeleted: false };
        return { ...state, notes: { ...notes, [noteId]: note }, markup: state.markup + text.length };
      }
      case 'InternalNoteTextEdited': {
        const { noteId, text } = event.data;
        return { ...state, notes: withChange(notes, noteId, { text }), markup: state.markup + text.length };
      }
      case 'InternalNoteDeleted':
        return { ...state, notes: withChange(notes, event.data.noteId, { isDeleted: true }) };
      case 'InternalNotesRead':
        return { ...state, readers: withRead(readers, event.data) };
      case 'InternalNotesMarkedUnread':
        return { ...state, readers: withoutRead(readers, event.data) };
      default:
        return unknownEvent(event);
    }
  },
  decide: (state, command) => {
    const { notes, readers } = state;
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
        if (parentNoteId !== null && requireNote(notes, parentNoteId).isDeleted) {
          throw new Forestalled(...deletionOf(parentNoteId));
        }
        requireRoom(state, { text: command.data.text, isNew: true });
        const noteId = nextId(referralId);
        const mentions = mentionsIn(command.data.text);
        const data = { ...command.data, noteId, format: 'html', ...(mentions.length > 0 && { mentions }) } as const;
        return [{ type: 'InternalNoteWritten', data }];
      }
      case 'EditInternalNoteText': {
        const { userId, seen, ...edit } = command.data;
        const note = requireNote(notes, edit.noteId);
        if (note.isDeleted) throw new Forestalled(...deletionOf(edit.noteId));
        requireEditable(note, userId, edit.editedAt);
        if (note.text === edit.text) return [];
        if (seen) requireAsSeen('note', { now: { noteText: note.text }, seen });
        requireRoom(state, { text: edit.text, isNew: false });
        const before = mentionsIn(note.text);
        const mentions = mentionsIn(edit.text).filter((mentioned) => !before.includes(mentioned));
        return [{ type: 'InternalNoteTextEdited', data: { ...edit, ...(mentions.length > 0 && { mentions }) } }];
      }
      case 'DeleteInternalNote': {
        const { userId, ...deletion } = command.data;
        const note = requireNote(notes, deletion.noteId);
        if (note.isDeleted) throw new DoneAlready(...deletionOf(deletion.noteId));
        if (note.authorUserId !== userId) {
          throw new DomainError('note/not-the-author', 'Only its author can delete a note.');
        }
        return [{ type: 'InternalNoteDeleted', data: deletion }];
      }
      case 'ReadInternalNotes': {
        const noteIds = unreadAmong(notes, readers, command.data);
        return noteIds.length === 0 ? [] : [{ type: 'InternalNotesRead', data: { ...command.data, noteIds } }];
      }
      case 'MarkInternalNotesUnread': {
        const noteIds = readAmong(readers, command.data);
        return noteIds.length === 0 ? [] : [{ type: 'InternalNotesMarkedUnread', data: { ...command.data, noteIds } }];
      }
      default:
        return unreachable(command);
    }
  },
  valuesOf: ({ notes }, { data }) => ('noteId' in data ? { noteText: noteIn(notes, data.noteId)?.text } : {}),
};

const deletionOf = (noteId: string): ConstructorParameters<typeof Forestalled> => [
  'note/deleted',
  (change) => (change ? `${change.who} deleted this note on ${change.when}.` : 'This note has been deleted.'),
  ({ type, data }) => type === 'InternalNoteDeleted' && (data as InternalNoteDeleted['data']).noteId === noteId,
];

const withChange = (
  notes: InternalNoteState['notes'],
  noteId: string,
  change: Partial<WrittenNote>,
): InternalNoteState['notes'] => {
  const note = notes[noteId];
  return note ? { ...notes, [noteId]: { ...note, ...change } } : notes;
};
