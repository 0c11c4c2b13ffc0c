import { DomainError } from '../kernel/decider.js';

/** Characters as a reader sees them (ordering specification, section 9). */
export const MAX_NOTE_LENGTH = 8000;
/** Lines of a note before wrapping. */
export const MAX_NOTE_LINES = 500;
/** Levels of nested lists. Deeper lists become paragraphs of the innermost one. */
export const MAX_NOTE_LIST_DEPTH = 5;
/** Notes and replies of one referral. */
export const MAX_NOTES = 1_000;
/** Characters of their HTML, with the earlier texts of edited notes. Every page of a referral loads its notes. */
export const MAX_NOTES_MARKUP = 3_000_000;
/** How long an author may edit a note (ordering specification, section 9). */
export const NOTE_EDIT_WINDOW_MS = 60 * 60_000;

/** What decides whether a note may be edited. */
export interface EditableNote {
  readonly parentNoteId: string | null;
  readonly authorUserId: string;
  /** ISO 8601, UTC. */
  readonly writtenAt: string;
}

/** Until when this person may edit the note, in ms since 1970; null if never: it is a reply, or another person's. */
export function editableUntil(note: EditableNote, userId: string): number | null {
  if (note.parentNoteId !== null || note.authorUserId !== userId) return null;
  return Date.parse(note.writtenAt) + NOTE_EDIT_WINDOW_MS;
}

/** Throws a `DomainError` if the person may not edit the note at this instant. */
export function requireEditable(note: EditableNote, userId: string, at: string): void {
  if (note.authorUserId !== userId) throw new DomainError('note/not-the-author', 'Only its author can edit a note.');
  if (note.parentNoteId !== null) throw new DomainError('note/is-a-reply', 'A reply cannot be edited.');
  if (Date.parse(at) >= Date.parse(note.writtenAt) + NOTE_EDIT_WINDOW_MS) {
    throw new DomainError('note/edit-window-closed', 'A note can be edited for 60 minutes after it was written.');
  }
}

/** The note with this id, which a request may have invented. */
export const noteIn = <Note>(notes: Readonly<Record<string, Note>>, noteId: string): Note | undefined =>
  Object.hasOwn(notes, noteId) ? notes[noteId] : undefined;

/** Throws a `DomainError` if the referral has no room for this text, of a new note or an edited one, besides its other notes. */
export function requireRoom(
  { notes, markup }: { readonly notes: object; readonly markup: number },
  { text, isNew }: { readonly text: string; readonly isNew: boolean },
): void {
  if (isNew && Object.keys(notes).length >= MAX_NOTES) throw new DomainError('note/too-many', TOO_MANY_NOTES);
  if (markup + text.length > MAX_NOTES_MARKUP) throw new DomainError('note/too-much-text', TOO_MUCH_NOTE_TEXT);
}

const TOO_MANY_NOTES = 'This referral has 1,000 notes. It cannot take more.';
const TOO_MUCH_NOTE_TEXT = 'The notes of this referral have 3,000,000 characters. It cannot take more.';

/** Throws a `DomainError` if there is no such note in the referral. */
export function requireNote<Note>(notes: Readonly<Record<string, Note>>, noteId: string): Note {
  const note = noteIn(notes, noteId);
  if (!note) throw new DomainError('note/unknown', 'This note does not exist.');
  return note;
}

/** The id of the referral, with which the id of a note begins. */
export const referralOfNote = (noteId: string): string => noteId.slice(0, noteId.lastIndexOf('-'));
