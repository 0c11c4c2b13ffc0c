import type { InternalNote, Note } from '@throughline/contracts';

export interface ShownNote {
  readonly id: string;
  readonly parentId: string | null;
  readonly html: string;
  readonly authorId: string;
  readonly authorName: string;
  readonly company: string | null;
  readonly fromProvider: boolean;
  readonly writtenAt: string;
  readonly editedAt: string | null;
  readonly actionNeeded?: boolean;
  readonly actionDone?: { readonly by: string; readonly at: string } | null;
  readonly unread?: boolean;
  readonly isDeleted?: boolean;
  /** Set where external notes stand between internal ones. */
  readonly isInternal?: boolean;
  readonly departments: readonly string[];
  readonly subDepartments: readonly string[];
}

export interface Thread {
  readonly note: ShownNote;
  /** Oldest first. */
  readonly replies: readonly Thread[];
}

/**
 * Builds threads from notes that are sorted oldest first. The newest thread comes first. A reply whose parent is not in the list starts a
 * thread.
 */
export function threadsOf(notes: readonly ShownNote[]): readonly Thread[] {
  const listed = new Set(notes.map(({ id }) => id));
  const replies = new Map<string | null, ShownNote[]>();
  for (const note of notes) {
    const parent = note.parentId !== null && listed.has(note.parentId) ? note.parentId : null;
    replies.set(parent, [...(replies.get(parent) ?? []), note]);
  }
  const under = (id: string): readonly Thread[] =>
    (replies.get(id) ?? []).map((note) => ({ note, replies: under(note.id) }));
  return (replies.get(null) ?? []).map((note) => ({ note, replies: under(note.id) })).reverse();
}

const MAX_EARLIER = 5;

/**
 * The last notes before a note, of which it may need some to be understood, in the order of writing; without deleted ones. `hasMore`: there are
 * more before them.
 */
export function notesBefore(
  notes: readonly ShownNote[],
  { writtenAt }: ShownNote,
): { readonly last: readonly ShownNote[]; readonly hasMore: boolean } {
  const before = notes
    .filter((note) => !note.isDeleted && note.writtenAt < writtenAt)
    .toSorted((one, other) => one.writtenAt.localeCompare(other.writtenAt));
  return { last: before.slice(-MAX_EARLIER), hasMore: before.length > MAX_EARLIER };
}

export const externalNote = (note: Note): ShownNote => ({
  id: note.id,
  parentId: note.parentNote,
  html: note.noteText,
  authorId: note.userId,
  authorName: `${note.firstName} ${note.lastName}`,
  company: note.company?.name ?? null,
  fromProvider: note.fromProvider,
  writtenAt: note.createdDate,
  editedAt: note.dateLastModified,
  actionNeeded: note.actionNeeded,
  actionDone: note.actionDone,
  unread: note.unread,
  departments: note.departments,
  subDepartments: note.subDepartments,
});

/** `nobody`: the name shown for an author without an account. */
export const internalNote = (note: InternalNote, nobody: string): ShownNote => ({
  id: note.id,
  parentId: note.parentNoteId,
  html: note.note,
  authorId: note.createdByUser.id,
  authorName: note.createdByUser.name ?? nobody,
  company: note.createdByUser.company,
  fromProvider: note.fromProvider,
  writtenAt: note.createdAt,
  editedAt: note.dateLastModified,
  isDeleted: note.isDeleted,
  unread: note.unread,
  departments: note.departments,
  subDepartments: note.subDepartments,
});
