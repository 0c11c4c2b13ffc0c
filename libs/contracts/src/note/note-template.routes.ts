import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { noteTemplate, noteText, optionalNoteText } from './note.contract.js';
import { optionalText, reason, replacing, requiredText } from '../order/fields.js';
import { ADMINISTRATIVE } from '../route/managed-list.js';
import { route } from '../route/route.js';

const templateId = z.string().trim().min(1).max(100);

const storedTemplate = noteTemplate.extend({ templateId });
export type NoteTemplateRow = z.infer<typeof storedTemplate>;

const values = {
  title: requiredText('Title', 100),
  noteText,
  actionNeeded: z.boolean(),
  titleEs: optionalText('Title in Spanish', 100),
  noteTextEs: optionalNoteText,
};
export const newNoteTemplateBody = z.object({ ...values, reason });
export const noteTemplateBody = replacing(values, noteTemplate.shape);

export const noteTemplateRoutes = {
  list: route('GET /note-templates', {
    summary: 'Admins: the texts that a new note can begin with, to change them.',
    who: 'administers',
    query: readQuery,
    answer: z.array(storedTemplate).readonly(),
  }),
  create: route('POST /note-templates', {
    ...ADMINISTRATIVE,
    meanwhile: 'addition',
    summary: 'Admins: offer one more text that a new note can begin with.',
    body: newNoteTemplateBody,
    refusals: { 409: ['note-template/same-title', 'note-template/too-many'] },
  }),
  change: route('POST /note-templates/{templateId}', {
    ...ADMINISTRATIVE,
    meanwhile: 'seen',
    summary: 'Admins: change a template. Notes that began with it stay as they are.',
    params: { templateId },
    body: noteTemplateBody,
    refusals: { 409: ['note-template/same-title', 'note-template/unknown', 'note-template/changed-meanwhile'] },
  }),
  retire: route('POST /note-templates/{templateId}/retire', {
    ...ADMINISTRATIVE,
    meanwhile: 'seen',
    summary: 'Admins: stop offering a template.',
    params: { templateId },
    body: replacing({}, noteTemplate.shape),
    refusals: { 409: ['note-template/changed-meanwhile', 'note-template/unknown'] },
  }),
} as const;
