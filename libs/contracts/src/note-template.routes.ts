import { z } from 'zod';
import { noteTemplate, noteText } from './note.contract.js';
import { requiredLines, requiredText } from './order/fields.js';
import { route } from './route/route.js';

const templateId = z.string().trim().min(1).max(100);
const reason = requiredLines('Reason', 500);

const storedTemplate = noteTemplate.extend({ templateId });
export type NoteTemplateRow = z.infer<typeof storedTemplate>;

export const noteTemplateBody = z.object({
  title: requiredText('Title', 100),
  noteText,
  actionNeeded: z.boolean(),
  reason,
});
export const retireNoteTemplateBody = z.object({ reason });

const act = { who: 'administers', answer: z.null(), idempotent: true } as const;

export const noteTemplateRoutes = {
  list: route('GET /note-templates', {
    summary: 'Admins: the texts that a new note can begin with, to change them.',
    who: 'administers',
    query: z.object({ minPosition: z.coerce.number().int().min(0).default(0) }),
    answer: z.array(storedTemplate).readonly(),
  }),
  create: route('POST /note-templates', {
    ...act,
    summary: 'Admins: offer one more text that a new note can begin with.',
    body: noteTemplateBody,
    refusals: { 409: ['note-template/same-title', 'note-template/too-many'] },
  }),
  change: route('POST /note-templates/{templateId}', {
    ...act,
    summary: 'Admins: change a template. Notes that began with it stay as they are.',
    params: { templateId },
    body: noteTemplateBody,
    refusals: { 409: ['note-template/same-title', 'note-template/unknown'] },
  }),
  retire: route('POST /note-templates/{templateId}/retire', {
    ...act,
    summary: 'Admins: offer a template no more.',
    params: { templateId },
    body: retireNoteTemplateBody,
  }),
} as const;
