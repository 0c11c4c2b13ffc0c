import { noteIn } from './note-rules.js';
import type { NotesOfReader } from './note.events.js';

/** The ids of the notes that each person has read, by user id. */
export type NoteReaders = Readonly<Record<string, readonly string[]>>;

/** Ids of notes and their authors. */
type Notes = Readonly<Record<string, { readonly authorUserId: string }>>;

export const withRead = (readers: NoteReaders, { userId, noteIds }: NotesOfReader): NoteReaders => ({
  ...readers,
  [userId]: [...(readers[userId] ?? []), ...noteIds],
});

export const withoutRead = (readers: NoteReaders, { userId, noteIds }: NotesOfReader): NoteReaders => ({
  ...readers,
  [userId]: (readers[userId] ?? []).filter((id) => !noteIds.includes(id)),
});

/** The notes among these that the person has not read yet. Their own notes are never unread. */
export function unreadAmong(notes: Notes, readers: NoteReaders, { userId, noteIds }: NotesOfReader): readonly string[] {
  const already = new Set(readers[userId]);
  const isUnread = (id: string) => !already.has(id) && (noteIn(notes, id)?.authorUserId ?? userId) !== userId;
  return [...new Set(noteIds)].filter(isUnread);
}

/** The notes among these that the person has read. */
export const readAmong = (readers: NoteReaders, { userId, noteIds }: NotesOfReader): readonly string[] =>
  (readers[userId] ?? []).filter((id) => noteIds.includes(id));
