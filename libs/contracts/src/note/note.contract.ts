import { NOTE_REQUIRED } from '@throughline/domain';
import { z } from 'zod';
import { company } from '../catalogue/catalogue.contract.js';
import {
  commaList,
  feedPosition,
  listQuery,
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

/** HTML. The API keeps the tags that an editor of notes makes, and drops everything else. */
export const noteText = z
  .string({ error: ({ input }) => ((input ?? '') === '' ? NOTE_REQUIRED : 'Note text must be text') })
  .min(1, NOTE_REQUIRED)
  .max(MAX_MARKUP_LENGTH, `Note text is limited to ${MAX_MARKUP_LENGTH} characters, its formatting included.`);

/** An external note (ordering specification, section 3, Note). Every time is ISO 8601, UTC. */
export const note = z.object({
  id: z.string(),
  /** Null for the first note of a thread. */
  parentNote: z.string().nullable(),
  /** Sanitised HTML. */
  noteText: z.string(),
  /** Somebody still has to see to it. */
  actionNeeded: z.boolean(),
  /** Who of the provider's people said that it was seen to; null: nobody. */
  actionDone: z.object({ by: z.string(), at: z.string() }).nullable(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: company.nullable(),
  /** Written by a person of the company that runs the portal. */
  fromProvider: z.boolean(),
  createdDate: z.string(),
  /** Null if it was never edited. */
  dateLastModified: z.string().nullable(),
  /** The caller has not had it on the screen, and has not written it. */
  unread: z.boolean(),
});
export type Note = z.infer<typeof note>;

/** POST /notes/create */
export const createNoteBody = z
  .object({
    referralId,
    userId: z.string().max(100).nullish(),
    noteText,
    /** Left out: true for a person whose e-mail address is of the provider's own domain. */
    actionNeeded: z.boolean().nullish(),
    parentNote: noteId.nullish(),
    /** For the people who work tasks: the reply is what the answered note asked for. */
    finishesAction: z.boolean().nullish(),
  })
  .refine(({ finishesAction, parentNote }) => !finishesAction || parentNote, {
    path: ['finishesAction'],
    message: 'Only a reply can say that an action is done: name the note in parentNote.',
  });

/** POST /notes/action-done and /notes/action-needed (ours) */
export const noteActionBody = z.object({ noteId });

/** The text that an edit replaces, as its author saw it; left out: any, because the specified calls have no such field. */
const seenText = asSeen({ noteText: z.string() }).optional();

/** POST /notes/update-text */
export const updateNoteTextBody = z.object({ userId: z.string().max(100).nullish(), noteId, noteText, seen: seenText });

/** POST /notes/read and /notes/mark-unread (ours) */
export const notesBody = z.object({ referralId, noteIds: z.array(noteId).min(1).max(500) });
/** The same under /internal-notes. */
export const internalNotesBody = notesBody.extend({ referralId: caseId });

/** GET /notes. With `includeCompany`, a company user lists the notes of all of the company's referrals and not only of their own. */
export const listNotesQuery = listQuery.extend({
  ...readersZone,
  includeCompany: queryFlag,
  /** Only notes and replies of the provider. */
  onlyThroughline: queryFlag,
  /** Only notes and replies that are not of the provider. */
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
      /** Of the referral: one label, or 'Multiple Statuses'. */
      status: z.string(),
      /** The beginning of its text, without format. */
      excerpt: z.string(),
      actionNeeded: z.boolean(),
      /** When somebody else last answered it; null: nobody has. */
      answeredAt: z.string().nullable(),
      unread: z.boolean(),
    }),
  ),
  ...searchedCount,
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
  /** Unread notes by referral, of those asked for. */
  referrals: z.record(z.string(), z.number()),
  /** For the provider's people, who are also told of their unread internal notes above: the notes that need action. Otherwise 0. */
  actionNeeded: z.number(),
  feed: feedPosition,
});
export type UnreadNotes = z.infer<typeof unreadNotes>;

/** A text that a new note can begin with. */
export const noteTemplate = z.object({ title: z.string(), noteText: z.string(), actionNeeded: z.boolean() });
export type NoteTemplate = z.infer<typeof noteTemplate>;

/** A note for the provider's own people (ordering specification, section 3, Internal note). Every time is ISO 8601, UTC. */
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
  /** The caller has not had it on the screen, and has not written it. */
  unread: z.boolean(),
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
