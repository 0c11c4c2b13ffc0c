import { type NoteSortField, searchText } from '@throughline/contracts';
import {
  companyOf,
  type CorrectionEvent,
  isCorrection,
  type NoteEvent,
  type NoteWritten,
  type Recorded,
  type ReferralEvent,
  shortened,
  oneLineOf,
} from '@throughline/domain';
import type { Insertable } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import {
  correctedListed,
  type Listed,
  listed,
  searchedDay,
  searchedOf,
  tallyScope,
} from '../referral-list/referral-list.projection.js';

/** Member and status are joined from `referral_list`, so they are always current. */
export interface NoteListTable {
  /** `{referral id}-{n}`. */
  note_id: string;
  referral_id: string;
  parent_note_id: string | null;
  /** Owners of the referral. */
  company_id: number | null;
  submitter_user_id: string | null;
  author_user_id: string;
  author_first_name: string;
  author_last_name: string;
  author_company_id: number | null;
  written_at: Timestamp;
  action_needed: boolean;
  /** The beginning of the visible text. */
  excerpt: string;
  /** `searchText` of the referral, the author and what the list shows. */
  search: string;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    note_list: NoteListTable;
    note_list_tally: { scope: string; label: string; units: number };
  }
}

type ListedNote = Omit<Insertable<NoteListTable>, 'search' | 'company_id' | 'submitter_user_id'>;

interface ListedNotes {
  /** Undefined: the submission is in a parked stream. */
  readonly referral?: Listed & { readonly companyId: number | null };
  readonly notes: readonly ListedNote[];
}

const EXCERPT_LENGTH = 160;

/** The sort expression of each sortable column: columns of `note_list`, or of `referral_list`. */
export const NOTE_SORT_KEYS: Record<NoteSortField, string> = {
  createdDate: 'written_at',
  createdBy: `lower(author_last_name || ' ' || author_first_name)`,
  referralId: 'referral_id',
  memberLastName: `lower(member_last_name || ' ' || member_first_name)`,
  status: 'status',
};

/** The label of a note in the counts: the company of its author, and whether it needs action. */
export const noteLabel = (authorCompanyId: number | null, needsAction: boolean): string =>
  `${authorCompanyId ?? ''}${needsAction ? '!' : ''}`;

/**
 * The Notes list. Like the Referrals list it has an index for each sort order, one trigram index for the search, and counts that are stored
 * beside the rows. `note` announces its changes.
 */
export const noteListProjection: Projection<ListedNotes, Insertable<NoteListTable>> = {
  name: 'note-list',
  version: 3,
  categories: ['referral', 'note'],
  evolve: (state = { notes: [] }, recorded) => evolve(state, recorded as Recorded<NoteEvent | ReferralEvent>),
  table: {
    key: 'note_id',
    columns: {
      note_id: 'text',
      referral_id: 'text',
      parent_note_id: 'text',
      company_id: 'integer',
      submitter_user_id: 'text',
      author_user_id: 'text',
      author_first_name: 'text',
      author_last_name: 'text',
      author_company_id: 'integer',
      written_at: 'timestamptz',
      action_needed: 'boolean',
      excerpt: 'text',
      search: 'text',
    },
    indexes: (table) => [
      `on ${table} (written_at, note_id)`,
      `on ${table} (${NOTE_SORT_KEYS.createdBy}, referral_id, note_id)`,
      `on ${table} (referral_id, note_id)`,
      `on ${table} (company_id, written_at, note_id)`,
      `on ${table} (submitter_user_id, written_at, note_id)`,
      `on ${table} (author_user_id, written_at)`,
      // Only few notes need action at a time.
      `on ${table} (written_at, note_id) where action_needed`,
      `on ${table} using gin (search gin_trgm_ops)`,
    ],
  },
  rows: ({ referral, notes }) =>
    notes.map((note) => ({
      ...note,
      company_id: referral?.companyId ?? null,
      submitter_user_id: referral?.submitterUserId ?? null,
      search: searchText(
        [
          ...(referral ? searchedOf(note.referral_id, referral) : [note.referral_id]),
          note.author_first_name,
          note.author_last_name,
        ],
        [
          authorCompanyOf(note),
          searchedDay(note.written_at),
          note.excerpt,
          // The text of the author’s cell, as one phrase.
          `${note.author_first_name} ${note.author_last_name} ${authorCompanyOf(note) ?? ''}`,
        ],
      ),
    })),
  tally: ({ company_id, author_company_id, action_needed }) => {
    const label = noteLabel(author_company_id ?? null, action_needed);
    return [null, ...(company_id == null ? [] : [company_id])].map((id) => ({ scope: tallyScope(id), label }));
  },
};

const authorCompanyOf = ({ author_company_id }: Pick<ListedNote, 'author_company_id'>) =>
  companyOf(author_company_id ?? null)?.name;

function evolve(state: ListedNotes, event: Recorded<NoteEvent | ReferralEvent>): ListedNotes {
  switch (event.type) {
    case 'ReferralSubmitted':
      return { ...state, referral: { ...listed(event.data.order, event), companyId: event.data.companyId } };
    case 'NoteWritten':
      return { ...state, notes: [...state.notes, listedNote(event)] };
    case 'NoteTextEdited':
      return withChange(state, event.data.noteId, { excerpt: excerptOf(event.data.text) });
    case 'NoteActionDone':
      return withChange(state, event.data.noteId, { action_needed: false });
    case 'NoteActionRequested':
      return withChange(state, event.data.noteId, { action_needed: true });
    default:
      return isCorrection(event) ? withCorrection(state, event) : state;
  }
}

function withCorrection(state: ListedNotes, event: CorrectionEvent): ListedNotes {
  const { referral } = state;
  return referral
    ? { ...state, referral: { ...correctedListed(referral, event), companyId: referral.companyId } }
    : state;
}

const withChange = (state: ListedNotes, noteId: string, change: Partial<ListedNote>): ListedNotes => ({
  ...state,
  notes: state.notes.map((note) => (note.note_id === noteId ? { ...note, ...change } : note)),
});

const listedNote = ({ data: { author, ...note } }: NoteWritten): ListedNote => ({
  note_id: note.noteId,
  referral_id: note.referralId,
  parent_note_id: note.parentNoteId,
  author_user_id: author.userId,
  author_first_name: author.firstName,
  author_last_name: author.lastName,
  author_company_id: author.companyId,
  written_at: note.writtenAt,
  action_needed: note.actionNeeded,
  excerpt: excerptOf(note.text),
});

/** The excerpt on one line, with an ellipsis if there is more. */
const excerptOf = (html: string): string => shortened(oneLineOf(html), EXCERPT_LENGTH);
