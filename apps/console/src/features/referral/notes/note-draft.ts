import type { User } from '@throughline/contracts';
import { editableUntil } from '@throughline/domain';
import { keysUnder, NOTE_DRAFTS } from '../../../session/storage/stored.js';
import type { ShownNote } from './thread.js';

/** What the dialog of notes writes: a new note, a reply, or a new text for a note. */
export interface Writing {
  readonly internal: boolean;
  readonly replyTo?: ShownNote;
  readonly edited?: ShownNote;
  /** Plain text to begin with, after a draft that was not sent. */
  readonly initial?: string;
}

const ENDPOINTS = {
  edit: { internal: 'PUT /internal-notes/{id}', external: 'POST /notes/update-text' },
  new: { internal: 'POST /internal-notes', external: 'POST /notes/create' },
} as const;

export type NoteEndpoint = (typeof ENDPOINTS)[keyof typeof ENDPOINTS]['internal' | 'external'];

export const endpointOf = ({ edited, internal }: Writing): NoteEndpoint =>
  ENDPOINTS[edited ? 'edit' : 'new'][internal ? 'internal' : 'external'];

/** Whose notes: of a person, in a referral or a recertification. */
export interface NotesOf {
  readonly user: Pick<User, 'id'>;
  readonly referralId: string;
}

const placesOf = ({ user, referralId }: NotesOf, internal: boolean) =>
  `${NOTE_DRAFTS}${[user.id, referralId, internal ? 'internal' : 'external'].join('.')}.`;
const EDIT = 'edit-';

/** The storage key of the draft. */
export const placeOf = (of: NotesOf, { internal, replyTo, edited }: Writing): string =>
  placesOf(of, internal) + (edited ? EDIT + edited.id : (replyTo?.id ?? 'new'));

/**
 * What was begun to a note that no longer offers it: a reply to a note that was deleted meanwhile, or a new text for one that was deleted or
 * whose time for changes has passed. `notes`: of both kinds of this person's referral, deleted ones included.
 */
export function strandedDrafts(
  storage: Storage,
  of: NotesOf,
  { notes, internal, now }: { readonly notes: readonly ShownNote[]; readonly internal: boolean; readonly now: number },
): readonly Writing[] {
  const begun = placesOf(of, internal);
  const targets = keysUnder(storage, begun).map((key) => key.slice(begun.length).replace(/~\d+$/, ''));
  return notes.flatMap((note) => {
    const facts = { parentNoteId: note.parentId, authorUserId: note.authorId, writtenAt: note.writtenAt };
    const isEditable = !note.isDeleted && (editableUntil(facts, of.user.id) ?? 0) > now;
    return [
      ...(note.isDeleted && targets.includes(note.id) ? [{ internal, replyTo: note }] : []),
      ...(!isEditable && targets.includes(EDIT + note.id) ? [{ internal, edited: note }] : []),
    ];
  });
}
