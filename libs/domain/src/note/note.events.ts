import type { DomainEvent } from '../kernel/event.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Streams: note-{referralId}, internalNote-{referralId}.
 */

/** The author of a note, as they were when they wrote it. */
export interface NoteAuthor {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyId: number | null;
}

/** An external note, which the referrer and the provider's staff read. */
export type NoteWritten = DomainEvent<
  'NoteWritten',
  {
    readonly referralId: string;
    /** `{referral id}-{n}`; n counts from 1 within the referral. Internal notes are counted separately. */
    readonly noteId: string;
    /** Null: it begins a thread. */
    readonly parentNoteId: string | null;
    /** Sanitised HTML, of 8000 visible characters at most. */
    readonly text: string;
    readonly actionNeeded: boolean;
    /** It is a template that asks nothing of anybody, without words of its author's own. Absent: it is not, or is older than this field. */
    readonly informsOnly?: true;
    readonly author: NoteAuthor;
    /** ISO 8601, UTC. */
    readonly writtenAt: string;
  }
>;

/** Its author changed the text soon after writing it. */
export type NoteTextEdited = DomainEvent<'NoteTextEdited', NoteEdit>;

/** A person has seen these external notes on the screen. */
export type NotesRead = DomainEvent<'NotesRead', NotesOfReader & { readonly readAt: string }>;

/** A person marked these external notes as unread. */
export type NotesMarkedUnread = DomainEvent<'NotesMarkedUnread', NotesOfReader>;

/** Notes of one kind, external or internal. */
export interface NotesOfReader {
  readonly referralId: string;
  readonly userId: string;
  readonly noteIds: readonly string[];
}

interface NoteEdit {
  readonly referralId: string;
  readonly noteId: string;
  /** Sanitised HTML. */
  readonly text: string;
  readonly editedAt: string;
}

/** One of the provider's staff has done what the note asks for. */
export type NoteActionDone = DomainEvent<'NoteActionDone', NoteAction>;

/** One of the provider's staff marked the note as needing action: again, or although it was not written as one that does. */
export type NoteActionRequested = DomainEvent<'NoteActionRequested', NoteAction>;

export interface NoteAction {
  readonly referralId: string;
  readonly noteId: string;
  readonly by: { readonly userId: string; readonly name: string };
  readonly changedAt: string;
}

export type NoteEvent =
  NoteWritten | NoteTextEdited | NotesRead | NotesMarkedUnread | NoteActionDone | NoteActionRequested;

/** A note that only the provider's staff read. */
export type InternalNoteWritten = DomainEvent<
  'InternalNoteWritten',
  {
    readonly referralId: string;
    /** `{referral id}-{n}`; n counts from 1 within the referral. */
    readonly noteId: string;
    /** Null: it begins a thread. */
    readonly parentNoteId: string | null;
    /** 8000 visible characters at most. */
    readonly text: string;
    /** `html`: the text is sanitised HTML. Absent: plain text, such as the additional information of an order. */
    readonly format?: 'html';
    /** User ids of the colleagues whom the note mentions. Absent: none. */
    readonly mentions?: readonly string[];
    /** The author of the text, even if another person recorded it. */
    readonly authorUserId: string;
    /** ISO 8601, UTC. */
    readonly writtenAt: string;
  }
>;

/** The text of the note is HTML from this event on. */
export type InternalNoteTextEdited = DomainEvent<
  'InternalNoteTextEdited',
  NoteEdit & {
    /** User ids of the colleagues whom it did not mention before. Absent: none. */
    readonly mentions?: readonly string[];
  }
>;

/** The note stays in its place, and is only shown on request. */
export type InternalNoteDeleted = DomainEvent<
  'InternalNoteDeleted',
  { readonly referralId: string; readonly noteId: string; readonly deletedAt: string }
>;

/** A person has seen these internal notes on the screen. */
export type InternalNotesRead = DomainEvent<'InternalNotesRead', NotesOfReader & { readonly readAt: string }>;

/** A person marked these internal notes as unread. */
export type InternalNotesMarkedUnread = DomainEvent<'InternalNotesMarkedUnread', NotesOfReader>;

export type InternalNoteEvent =
  InternalNoteWritten | InternalNoteTextEdited | InternalNoteDeleted | InternalNotesRead | InternalNotesMarkedUnread;
