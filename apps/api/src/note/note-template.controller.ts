import { Controller } from '@nestjs/common';
import { noteTemplateRoutes } from '@throughline/contracts';
import { wordsOf } from '@throughline/domain';
import { type RouteRequest, Serves } from '../http/serves.js';
import { NoteTemplates } from './note-templates.js';
import { sanitiseNote } from './sanitise-note.js';

type TemplateRequest<Name extends keyof typeof noteTemplateRoutes> = RouteRequest<(typeof noteTemplateRoutes)[Name]>;

@Controller()
export class NoteTemplateController {
  constructor(private readonly templates: NoteTemplates) {}

  @Serves(noteTemplateRoutes.list)
  list({ query: { minPosition } }: TemplateRequest<'list'>) {
    return this.templates.list(minPosition);
  }

  @Serves(noteTemplateRoutes.create)
  create({ body, context }: TemplateRequest<'create'>) {
    const data = { ...body, templateId: context.seed, ...sanitised(body) };
    return this.templates.execute({ type: 'CreateNoteTemplate', data }, context);
  }

  @Serves(noteTemplateRoutes.change)
  change({ params: { templateId }, body, context }: TemplateRequest<'change'>) {
    const data = { ...body, templateId, ...sanitised(body) };
    return this.templates.execute({ type: 'ChangeNoteTemplate', data }, context);
  }

  @Serves(noteTemplateRoutes.retire)
  retire({ params: { templateId }, body, context }: TemplateRequest<'retire'>) {
    return this.templates.execute({ type: 'RetireNoteTemplate', data: { templateId, ...body } }, context);
  }
}

const sanitised = ({ noteText, noteTextEs }: Pick<TemplateRequest<'create'>['body'], 'noteText' | 'noteTextEs'>) => ({
  noteText: sanitiseNote(noteText, 'noteText'),
  noteTextEs: wordsOf(noteTextEs ?? '').trim() === '' ? null : sanitiseNote(noteTextEs!, 'noteTextEs'),
});
