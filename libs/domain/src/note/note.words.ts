import { type EventWords, now } from '../kernel/words.js';
import { plainOf } from './note-text.js';
import type { InternalNoteEvent, NoteEvent } from './note.events.js';

export const NOTE_WORDS: EventWords<NoteEvent> = {
  NoteWritten: ({ text, parentNoteId }, { who }) => [
    `${who} ${parentNoteId === null ? 'wrote a note' : 'replied to a note'}`,
    now('Note', plainOf(text)),
  ],
  NoteTextEdited: ({ text }, { who }) => [`${who} edited a note`, now('Note', plainOf(text))],
  NotesRead: ({ noteIds }, { who }) => `${who} read ${noteCount(noteIds)}`,
  NotesMarkedUnread: ({ noteIds }, { who }) => `${who} marked ${noteCount(noteIds)} as unread`,
  NoteActionDone: (_, { who }) => `${who} marked the action of a note as done`,
  NoteActionRequested: (_, { who }) => `${who} marked a note as one that needs action`,
};

export const INTERNAL_NOTE_WORDS: EventWords<InternalNoteEvent> = {
  InternalNoteWritten: ({ text, format, parentNoteId }, { who }) =>
    format === undefined
      ? ['The additional information of the referral became an internal note', now('Internal note', text)]
      : [
          `${who} ${parentNoteId === null ? 'wrote an internal note' : 'replied to an internal note'}`,
          now('Internal note', plainOf(text)),
        ],
  InternalNoteTextEdited: ({ text }, { who }) => [
    `${who} edited an internal note`,
    now('Internal note', plainOf(text)),
  ],
  InternalNoteDeleted: (_, { who }) => `${who} deleted an internal note`,
  InternalNotesRead: ({ noteIds }, { who }) => `${who} read ${noteCount(noteIds, 'internal ')}`,
  InternalNotesMarkedUnread: ({ noteIds }, { who }) => `${who} marked ${noteCount(noteIds, 'internal ')} as unread`,
};

const noteCount = ({ length }: readonly unknown[], kind = '') => `${length} ${kind}${length === 1 ? 'note' : 'notes'}`;
