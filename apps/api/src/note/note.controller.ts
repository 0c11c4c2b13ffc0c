import { Controller } from '@nestjs/common';
import { noteRoutes } from '@throughline/contracts';
import { Serves } from '../http/serves.js';
import { NoteTemplates } from './note-templates.js';
import { NoteReads, type NoteRequest } from './note.reads.js';
import { WriteNotes } from './write-note.js';

@Controller()
export class NoteController {
  constructor(
    private readonly reads: NoteReads,
    private readonly notes: WriteNotes,
    private readonly templates: NoteTemplates,
  ) {}

  @Serves(noteRoutes.list)
  list(request: NoteRequest<'list'>) {
    return this.reads.list(request);
  }

  /** Before the route for the notes of a referral, whose path begins in the same way. */
  @Serves(noteRoutes.countUnread)
  countUnread(request: NoteRequest<'countUnread'>) {
    return this.reads.countUnread(request);
  }

  @Serves(noteRoutes.listOfReferral)
  listOfReferral(request: NoteRequest<'listOfReferral'>) {
    return this.reads.listOfReferral(request);
  }

  @Serves(noteRoutes.create)
  create({ body, caller, context }: NoteRequest<'create'>) {
    return this.notes.create(body, caller, context);
  }

  @Serves(noteRoutes.updateText)
  updateText({ body, caller, context }: NoteRequest<'updateText'>) {
    return this.notes.edit(body, caller, context);
  }

  @Serves(noteRoutes.read)
  read({ body, caller, context }: NoteRequest<'read'>) {
    return this.notes.read(body, caller, context);
  }

  @Serves(noteRoutes.markUnread)
  markUnread({ body, caller, context }: NoteRequest<'markUnread'>) {
    return this.notes.markUnread(body, caller, context);
  }

  @Serves(noteRoutes.finishAction)
  finishAction({ body: { noteId }, caller, context }: NoteRequest<'finishAction'>) {
    return this.notes.changeAction('FinishNoteAction', noteId, caller, context);
  }

  @Serves(noteRoutes.requestAction)
  requestAction({ body: { noteId }, caller, context }: NoteRequest<'requestAction'>) {
    return this.notes.changeAction('RequestNoteAction', noteId, caller, context);
  }

  @Serves(noteRoutes.listTemplates)
  async listTemplates() {
    const templates = await this.templates.offeredNow();
    return templates.map(({ templateId: _, ...template }) => template);
  }

  @Serves(noteRoutes.listInternal)
  listInternal(request: NoteRequest<'listInternal'>) {
    return this.reads.listInternal(request);
  }

  @Serves(noteRoutes.createInternal)
  createInternal({ body, caller, context }: NoteRequest<'createInternal'>) {
    return this.notes.createInternal(body, caller, context);
  }

  @Serves(noteRoutes.readInternal)
  readInternal({ body, caller, context }: NoteRequest<'readInternal'>) {
    return this.notes.readInternal(body, caller, context);
  }

  @Serves(noteRoutes.markInternalUnread)
  markInternalUnread({ body, caller, context }: NoteRequest<'markInternalUnread'>) {
    return this.notes.markInternalUnread(body, caller, context);
  }

  @Serves(noteRoutes.updateInternal)
  updateInternal({ params: { id }, body, caller, context }: NoteRequest<'updateInternal'>) {
    return this.notes.editInternal(id, body, caller, context);
  }

  @Serves(noteRoutes.deleteInternal)
  deleteInternal({ params: { id }, caller, context }: NoteRequest<'deleteInternal'>) {
    return this.notes.deleteInternal(id, caller, context);
  }
}
