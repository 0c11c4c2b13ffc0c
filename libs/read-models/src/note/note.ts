import { searchText } from '@throughline/contracts';
import {
  type NoteEvent,
  type NoteWritten,
  type Recorded,
  type ReferralEvent,
  type ReferralOwnership,
  unknownEvent,
} from '@throughline/domain';
import type { Insertable } from 'kysely';
import { categoryOf, type FeedEntry, type Projection, type Timestamp } from '../projecting/projection.js';
import { historyEntry } from '../referral-history/referral-history.js';
import { audienceOf } from '../referral/referral-progress.js';

/** The external notes of each referral. The Notes list has a read model of its own. */
export interface NoteTable {
  /** `{referral id}-{n}`. */
  note_id: string;
  referral_id: string;
  parent_note_id: string | null;
  /** Sanitised HTML. */
  note_text: string;
  action_needed: boolean;
  author_user_id: string;
  author_first_name: string;
  author_last_name: string;
  author_company_id: number | null;
  written_at: Timestamp;
  edited_at: Timestamp | null;
  /** `searchText` of the author, for releases before 2.3.1; read by none since. It goes with the next version of this model. */
  author_search: string;
  /** When one of the provider's staff last marked its action as done, or as needed. */
  action_changed_at: Timestamp | null;
  action_changed_by: string | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    note: NoteTable;
  }
}

type Row = Insertable<NoteTable>;

interface NotesOfReferral {
  /** Undefined: the submission is in a parked stream. */
  readonly owners?: ReferralOwnership;
  readonly notes: readonly Row[];
}

/**
 * The external notes of a referral. Changes are announced without the text, which every follower then reads with their own rights: to those
 * who have the referral open (`notes:{id}`), and to everyone who may see the referral (`note-list`).
 */
export const noteProjection: Projection<NotesOfReferral, Row> = {
  name: 'note',
  version: 1,
  categories: ['referral', 'note'],
  evolve: (state = { notes: [] }, recorded) =>
    categoryOf(recorded.stream) === 'note'
      ? { ...state, notes: evolve(state.notes, recorded as Recorded<NoteEvent>) }
      : withOwners(state, recorded as Recorded<ReferralEvent>),
  table: {
    key: 'note_id',
    columns: {
      note_id: 'text',
      referral_id: 'text',
      parent_note_id: 'text',
      note_text: 'text',
      action_needed: 'boolean',
      author_user_id: 'text',
      author_first_name: 'text',
      author_last_name: 'text',
      author_company_id: 'integer',
      written_at: 'timestamptz',
      edited_at: 'timestamptz',
      author_search: 'text',
      action_changed_at: 'timestamptz',
      action_changed_by: 'text',
    },
    indexes: (table) => [`on ${table} (referral_id, written_at)`, `on ${table} (written_at, note_id)`],
  },
  rows: ({ notes }) => notes,
  feed: ({ notes, owners }) => notes.flatMap((note) => announcements(note, owners)),
};

function withOwners(state: NotesOfReferral, event: Recorded<ReferralEvent>): NotesOfReferral {
  if (event.type !== 'ReferralSubmitted') return state;
  return { ...state, owners: { companyId: event.data.companyId, submitterUserId: event.metadata.actor.userId } };
}

function evolve(notes: readonly Row[], event: NoteEvent): readonly Row[] {
  switch (event.type) {
    case 'NoteWritten':
      return [...notes, rowOf(event)];
    case 'NoteTextEdited':
      return withChange(notes, event.data.noteId, { note_text: event.data.text, edited_at: event.data.editedAt });
    case 'NoteActionDone':
    case 'NoteActionRequested': {
      const { noteId, by, changedAt } = event.data;
      const action = { action_changed_at: changedAt, action_changed_by: by.name };
      return withChange(notes, noteId, { action_needed: event.type === 'NoteActionRequested', ...action });
    }
    case 'NotesRead':
    case 'NotesMarkedUnread':
      return notes;
    default:
      return unknownEvent(event);
  }
}

const withChange = (notes: readonly Row[], noteId: string, change: Partial<Row>): readonly Row[] =>
  notes.map((row) => (row.note_id === noteId ? { ...row, ...change } : row));

function rowOf({ data: { author, ...note } }: NoteWritten): Row {
  return {
    note_id: note.noteId,
    referral_id: note.referralId,
    parent_note_id: note.parentNoteId,
    note_text: note.text,
    action_needed: note.actionNeeded,
    author_user_id: author.userId,
    author_first_name: author.firstName,
    author_last_name: author.lastName,
    author_company_id: author.companyId,
    written_at: note.writtenAt,
    edited_at: null,
    author_search: searchText([author.firstName, author.lastName]),
    action_changed_at: null,
    action_changed_by: null,
  };
}

function announcements(note: Row, owners: ReferralOwnership | undefined): readonly FeedEntry[] {
  const { note_id: key, referral_id: referralId, written_at: writtenAt, edited_at, action_changed_at: decided } = note;
  const row = { referralId, changedAt: edited_at ?? writtenAt, ...(decided && { decided }) };
  const listed = owners && { topic: 'note-list', audience: audienceOf(owners) };
  return [
    { topic: `notes:${referralId}`, key, audience: [], row },
    { ...historyEntry(referralId, row), key: `${key}-note` },
    ...(listed ? [{ ...listed, key, row: { referralId, writtenAt } }] : []),
    ...(listed && (note.action_needed || decided)
      ? [{ ...listed, key: `${key}-action`, row: { noteId: key, actionNeeded: note.action_needed, decided } }]
      : []),
  ];
}
