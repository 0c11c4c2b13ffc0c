import { z } from 'zod';
import {
  createInternalNoteBody,
  createNoteBody,
  internalNote,
  listNotesQuery,
  note,
  noteId,
  noteList,
  notesBody,
  noteTemplate,
  unreadNotes,
  unreadNotesQuery,
  updateInternalNoteBody,
  updateNoteTextBody,
} from './note.contract.js';
import { readQuery, referralId } from './referral.contract.js';
import { route } from './route/route.js';

const HIDDEN = { 404: ['referral/not-found'] } as const;
const EDITING = ['note/unknown', 'note/not-the-author', 'note/is-a-reply', 'note/edit-window-closed'] as const;

export const noteRoutes = {
  list: route('GET /notes', {
    summary:
      "The Notes list: notes of the caller's own referrals, of their company's, or all for the provider's people.",
    who: 'signedIn',
    query: listNotesQuery,
    answer: noteList,
  }),
  countUnread: route('GET /notes/unread', {
    summary: "The caller's unread notes: how many in all, and of each of the given referrals.",
    who: 'signedIn',
    query: unreadNotesQuery,
    answer: unreadNotes,
  }),
  listOfReferral: route('GET /notes/{referralId}', {
    summary: "The referral's external notes, oldest first.",
    who: 'signedIn',
    params: { referralId },
    query: readQuery,
    answer: z.array(note),
    refusals: HIDDEN,
  }),
  create: route('POST /notes/create', {
    summary: 'Write an external note, or a reply. Returns its id.',
    who: 'signedIn',
    body: createNoteBody,
    answer: noteId,
    status: 201,
    idempotent: true,
    refusals: { ...HIDDEN, 409: ['note/unknown'] },
  }),
  updateText: route('POST /notes/update-text', {
    summary: 'The author changes the text of a note within 60 minutes. A reply cannot be changed.',
    who: 'signedIn',
    body: updateNoteTextBody,
    answer: z.null(),
    idempotent: true,
    refusals: { ...HIDDEN, 409: EDITING },
  }),
  read: route('POST /notes/read', {
    summary: 'The caller has had these notes of a referral on the screen.',
    who: 'signedIn',
    body: notesBody,
    answer: z.null(),
    idempotent: true,
    refusals: HIDDEN,
  }),
  markUnread: route('POST /notes/mark-unread', {
    summary: 'The caller wants to find these notes as unread again.',
    who: 'signedIn',
    body: notesBody,
    answer: z.null(),
    idempotent: true,
    refusals: HIDDEN,
  }),
  listTemplates: route('GET /notesTemplates', {
    summary: 'Texts that a new note can begin with.',
    who: 'signedIn',
    answer: z.array(noteTemplate),
  }),
  listInternal: route('GET /internal-notes/referral/{id}', {
    summary: "The provider's own people: the referral's internal notes, oldest first.",
    who: 'seesQueue',
    params: { id: referralId },
    query: readQuery,
    answer: z.array(internalNote),
    refusals: HIDDEN,
  }),
  createInternal: route('POST /internal-notes', {
    summary: "The provider's own people: write an internal note, or a reply. Returns its id.",
    who: 'seesQueue',
    body: createInternalNoteBody,
    answer: noteId,
    status: 201,
    idempotent: true,
    refusals: { ...HIDDEN, 409: ['note/unknown', 'note/deleted'] },
  }),
  updateInternal: route('PUT /internal-notes/{id}', {
    summary: 'The author changes the text of an internal note within 60 minutes. A reply cannot be changed.',
    who: 'seesQueue',
    params: { id: noteId },
    body: updateInternalNoteBody,
    answer: z.null(),
    idempotent: true,
    refusals: { 409: [...EDITING, 'note/deleted'] },
  }),
  deleteInternal: route('POST /internal-notes/{id}/delete', {
    summary: 'The author deletes an internal note. It is shown on request only.',
    who: 'seesQueue',
    params: { id: noteId },
    answer: z.null(),
    idempotent: true,
    refusals: { 409: ['note/unknown', 'note/not-the-author'] },
  }),
} as const;
