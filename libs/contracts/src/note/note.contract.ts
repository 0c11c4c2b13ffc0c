import { NOTE_REQUIRED } from '@throughline/domain';
import { z } from 'zod';
import { company } from '../catalogue/catalogue.contract.js';
import {
  commaList,
  feedPosition,
  listQuery,
  membersOfOneName,
  queryFlag,
  readersZone,
  searchedCount,
  sortModelOf,
} from '../envelope.contract.js';
import { NOTE_SORT_FIELDS } from '../search/list-address.js';
import { MAX_MARKUP_LENGTH } from './note-words.js';
import { asSeen } from '../order/fields.js';
import { caseId, referralId } from '../referral/referral.contract.js';
import { wholeNumber } from '../search/whole-number.js';

/** `{id of the referral or the recertification}-{n}`. */
export const noteId = z.string().regex(/^R?\d{1,20}-\d{1,6}$/, 'This is not the id of a note.');

/** HTML. The API keeps the tags that the editor of notes produces, and removes everything else. */
const markup = z
  .string({ error: ({ input }) => ((input ?? '') === '' ? NOTE_REQUIRED : 'Note text must be text') })
  .max(MAX_MARKUP_LENGTH, `Note text is limited to ${MAX_MARKUP_LENGTH} characters, its formatting included.`);
export const noteText = markup.min(1, NOTE_REQUIRED);
/** A text that may be left out or empty. */
export const optionalNoteText = markup.nullish().transform((text) => text || null);

/**
 * The departments whose tasks had items of the referral when the note was written, and the sub-departments of these tasks. A note does not
 * record its task. Told to the provider's people; empty for others.
 */
const workWhenWritten = { departments: z.array(z.string()), subDepartments: z.array(z.string()) };

/** An external note (ordering specification, section 3, Note). Every time is ISO 8601, UTC. */
export const note = z.object({
  id: z.string(),
  /** Null for the first note of a thread. */
  parentNote: z.string().nullable(),
  /** Sanitised HTML. */
  noteText: z.string(),
  /** Somebody still has to do what the note asks for. */
  actionNeeded: z.boolean(),
  /** Which of the provider's staff marked it as done, and when; null: nobody. */
  actionDone: z.object({ by: z.string(), at: z.string() }).nullable(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: company.nullable(),
  /** True if a person of the company that runs the portal wrote it. */
  fromProvider: z.boolean(),
  createdDate: z.string(),
  /** Null if it was never edited. */
  dateLastModified: z.string().nullable(),
  /** True if the caller has neither seen it on the screen nor written it. */
  unread: z.boolean(),
  ...workWhenWritten,
});
export type Note = z.infer<typeof note>;

/** POST /notes/create */
export const createNoteBody = z
  .object({
    referralId,
    userId: z.string().max(100).nullish(),
    noteText,
    /** Absent: true if the domain of the author's e-mail address is the provider's own. */
    actionNeeded: z.boolean().nullish(),
    /** The note is a template that asks nothing of anybody: to its readers it is news. Of no effect on a note that needs an action. */
    informsOnly: z.boolean().nullish(),
    parentNote: noteId.nullish(),
    /** For people who work tasks: the reply is what the answered note asked for. */
    finishesAction: z.boolean().nullish(),
  })
  .refine(({ finishesAction, parentNote }) => !finishesAction || parentNote, {
    path: ['finishesAction'],
    message: 'Only a reply can say that an action is done: name the note in parentNote.',
  });

/** POST /notes/action-done and /notes/action-needed (ours) */
export const noteActionBody = z.object({ noteId });

/**
 * The text that an edit replaces, as the author saw it. Absent: any text is replaced, because the calls in the specification have no such
 * field.
 */
const seenText = asSeen({ noteText: z.string() }).optional();

/** POST /notes/update-text */
export const updateNoteTextBody = z.object({ userId: z.string().max(100).nullish(), noteId, noteText, seen: seenText });

/** POST /notes/read and /notes/mark-unread (ours) */
export const notesBody = z.object({ referralId, noteIds: z.array(noteId).min(1).max(500) });
/** Like `notesBody`, for /internal-notes. */
export const internalNotesBody = notesBody.extend({ referralId: caseId });

/** GET /notes. With `includeCompany`, a company user lists the notes of all of the company's referrals and not only of their own. */
export const listNotesQuery = listQuery.extend({
  ...readersZone,
  includeCompany: queryFlag,
  /** Only notes and replies of the provider's staff. */
  onlyThroughline: queryFlag,
  /** Only notes and replies of people other than the provider's staff. */
  onlyNotThroughline: queryFlag,
  /** Only notes that need action. */
  needsAction: queryFlag,
  sortModel: sortModelOf(NOTE_SORT_FIELDS),
});

export const noteList = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      createdDate: z.string(),
      createdBy: z.object({ lastName: z.string(), firstName: z.string(), company: company.nullable() }),
      referralId: z.string(),
      memberLastName: z.string(),
      memberFirstName: z.string(),
      /** The referral's status: one label, or 'Multiple Statuses'. */
      status: z.string(),
      medicaidId: z.string().nullable(),
      /** The beginning of the text, without formatting. */
      excerpt: z.string(),
      actionNeeded: z.boolean(),
      /** When somebody else last answered it; null: nobody has. */
      answeredAt: z.string().nullable(),
      unread: z.boolean(),
    }),
  ),
  ...searchedCount,
  ...membersOfOneName,
  feed: feedPosition,
});
export type NoteList = z.infer<typeof noteList>;
export type NoteListRow = NoteList['rows'][number];

/** GET /notes/unread (ours) */
export const unreadNotesQuery = z.object({
  referralIds: commaList.pipe(z.array(caseId).max(100)),
  minPosition: wholeNumber().default(0),
});
export const unreadNotes = z.object({
  /** Unread notes of the last 30 days in the referrals that concern the person; 100 means 100 or more. */
  total: z.number(),
  /** The number of unread notes of each requested referral. */
  referrals: z.record(z.string(), z.number()),
  /**
   * For the provider's staff: the number of notes that need action; for others 0. Their unread internal notes are included in the counts
   * above.
   */
  actionNeeded: z.number(),
  feed: feedPosition,
});
export type UnreadNotes = z.infer<typeof unreadNotes>;

/** A text that a new note can start with, perhaps in Spanish as well. */
export const noteTemplate = z.object({
  title: z.string(),
  noteText: z.string(),
  actionNeeded: z.boolean(),
  titleEs: z.string().nullish(),
  noteTextEs: z.string().nullish(),
});
export type NoteTemplate = z.infer<typeof noteTemplate>;

/** A note for the provider's own staff (ordering specification, section 3, Internal note). Every time is ISO 8601, UTC. */
export const internalNote = z.object({
  id: z.string(),
  /** Null for the first note of a thread. */
  parentNoteId: z.string().nullable(),
  isDeleted: z.boolean(),
  createdByUser: z.object({
    id: z.string(),
    /** Null if the author has no account. */
    name: z.string().nullable(),
    company: z.string().nullable(),
  }),
  fromProvider: z.boolean(),
  createdAt: z.string(),
  dateLastModified: z.string().nullable(),
  /** HTML. */
  note: z.string(),
  /** True if the caller has neither seen it on the screen nor written it. */
  unread: z.boolean(),
  ...workWhenWritten,
});
export type InternalNote = z.infer<typeof internalNote>;

/** POST /internal-notes */
export const createInternalNoteBody = z.object({
  referralId: z.union([caseId, z.number().int().positive().transform(String)]),
  note: noteText,
  parentNoteId: noteId.nullish(),
});
/** PUT /internal-notes/{id} */
export const updateInternalNoteBody = z.object({ note: noteText, seen: seenText });
