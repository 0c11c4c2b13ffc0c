import { type Command, type Decider, unknownEvent, unreachable } from '../kernel/decider.js';
import { requireAsSeen } from '../kernel/meanwhile.js';
import { type NoteReaders, readAmong, unreadAmong, withoutRead, withRead } from './note-readers.js';
import { type EditableNote, noteIn, requireEditable, requireNote, requireRoom } from './note-rules.js';
import type {
  NoteAction,
  NoteActionDone,
  NoteEvent,
  NotesMarkedUnread,
  NotesRead,
  NoteTextEdited,
  NoteWritten,
} from './note.events.js';

/** `text` is sanitised HTML. `finishesAction`: the reply is what the answered note asked for. */
export type WriteNote = Command<
  'WriteNote',
  Omit<NoteWritten['data'], 'noteId'> & { readonly finishesAction?: NoteAction['by'] }
>;
/** Replaces the text that the author saw; without `seen`, any text. */
export type EditNoteText = Command<'EditNoteText', NoteTextEdited['data'] & { readonly userId: string } & SeesText>;
export interface SeesText {
  readonly seen?: { readonly noteText: string } | undefined;
}
export type ReadNotes = Command<'ReadNotes', NotesRead['data']>;
export type MarkNotesUnread = Command<'MarkNotesUnread', NotesMarkedUnread['data']>;

export type FinishNoteAction = Command<'FinishNoteAction', NoteAction>;
export type RequestNoteAction = Command<'RequestNoteAction', NoteAction>;

export type NoteCommand = WriteNote | EditNoteText | ReadNotes | MarkNotesUnread | FinishNoteAction | RequestNoteAction;

interface WrittenNote extends EditableNote {
  readonly text: string;
  readonly needsAction: boolean;
}

/** The external notes of one referral. */
export interface NoteState {
  readonly notes: Readonly<Record<string, WrittenNote>>;
  readonly readers: NoteReaders;
  /** Characters of HTML that were ever written, earlier texts included. */
  readonly markup: number;
}

/** Stream `note-{referralId}`. */
export const noteDecider: Decider<NoteState, NoteCommand, NoteEvent> = {
  category: 'note',
  initialState: { notes: {}, readers: {}, markup: 0 },
  evolve: (state, event) => {
    switch (event.type) {
      case 'NoteWritten': {
        const { noteId, parentNoteId, text, author, writtenAt, actionNeeded: needsAction } = event.data;
        const note = { parentNoteId, text, authorUserId: author.userId, writtenAt, needsAction };
        return { ...state, notes: { ...state.notes, [noteId]: note }, markup: state.markup + text.length };
      }
      case 'NoteTextEdited':
        return withText(state, event.data);
      case 'NoteActionDone':
        return withChange(state, event.data.noteId, { needsAction: false });
      case 'NoteActionRequested':
        return withChange(state, event.data.noteId, { needsAction: true });
      case 'NotesRead':
        return { ...state, readers: withRead(state.readers, event.data) };
      case 'NotesMarkedUnread':
        return { ...state, readers: withoutRead(state.readers, event.data) };
      default:
        return unknownEvent(event);
    }
  },
  decide: (state, command) => {
    const { notes, readers } = state;
    switch (command.type) {
      case 'WriteNote': {
        const { finishesAction: by, ...note } = command.data;
        const { referralId, parentNoteId, writtenAt: changedAt } = note;
        requireRoom(state, { text: note.text, isNew: true });
        const noteId = `${referralId}-${Object.keys(notes).length + 1}`;
        const written: NoteWritten = { type: 'NoteWritten', data: { ...note, noteId } };
        if (parentNoteId === null) return [written];
        const isFinished = requireNote(notes, parentNoteId).needsAction && by !== undefined;
        return isFinished ? [written, actionDone({ referralId, noteId: parentNoteId, by, changedAt })] : [written];
      }
      case 'FinishNoteAction':
        return requireNote(notes, command.data.noteId).needsAction ? [actionDone(command.data)] : [];
      case 'RequestNoteAction':
        return requireNote(notes, command.data.noteId).needsAction
          ? []
          : [{ type: 'NoteActionRequested', data: command.data }];
      case 'EditNoteText': {
        const { userId, seen, ...edit } = command.data;
        const note = requireNote(notes, edit.noteId);
        requireEditable(note, userId, edit.editedAt);
        if (note.text === edit.text) return [];
        if (seen) requireAsSeen('note', { now: { noteText: note.text }, seen });
        requireRoom(state, { text: edit.text, isNew: false });
        return [{ type: 'NoteTextEdited', data: edit }];
      }
      case 'ReadNotes': {
        const noteIds = unreadAmong(notes, readers, command.data);
        return noteIds.length === 0 ? [] : [{ type: 'NotesRead', data: { ...command.data, noteIds } }];
      }
      case 'MarkNotesUnread': {
        const noteIds = readAmong(readers, command.data);
        return noteIds.length === 0 ? [] : [{ type: 'NotesMarkedUnread', data: { ...command.data, noteIds } }];
      }
      default:
        return unreachable(command);
    }
  },
  valuesOf: ({ notes }, { data }) => {
    if (!('noteId' in data)) return {};
    const note = noteIn(notes, data.noteId);
    return { noteText: note?.text, needsAction: note?.needsAction };
  },
};

const actionDone = (data: NoteAction): NoteActionDone => ({ type: 'NoteActionDone', data });

const withText = (state: NoteState, { noteId, text }: NoteTextEdited['data']): NoteState => ({
  ...withChange(state, noteId, { text }),
  markup: state.markup + text.length,
});

function withChange(state: NoteState, noteId: string, change: Partial<WrittenNote>): NoteState {
  const note = state.notes[noteId];
  return note ? { ...state, notes: { ...state.notes, [noteId]: { ...note, ...change } } } : state;
}
