import { Inject, Injectable } from '@nestjs/common';
import {
  type createInternalNoteBody,
  type createNoteBody,
  type internalNotesBody,
  isOfDomain,
  type notesBody,
  type updateInternalNoteBody,
  type updateNoteTextBody,
} from '@throughline/contracts';
import {
  fullName,
  internalNoteDecider,
  type InternalNoteCommand,
  mayWorkTasks,
  type NoteAction,
  type NoteAuthor,
  type NoteCommand,
  noteDecider,
  referralOfNote,
} from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import type { z } from 'zod';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { decideOn, executeCommand } from '../command/execute-command.js';
import { type ApiConfig, CONFIG, EVENT_STORE } from '../engines/engines.js';
import { notAllowed, signInRequired } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { ReadersOfInternalNotes } from './readers-of-internal-notes.js';
import { sanitiseNote } from './sanitise-note.js';

/**
 * Executes the commands on notes. Everybody who may read a referral may write external notes about it; the routes of internal notes are for
 * staff.
 */
@Injectable()
export class WriteNotes {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorEmailDomain'>,
    private readonly referrals: ReadableReferrals,
    private readonly readers: ReadersOfInternalNotes,
  ) {}

  async create(body: z.output<typeof createNoteBody>, caller: Caller, context: CommandContext) {
    const { referralId, parentNote, informsOnly, finishesAction } = body;
    const text = sanitiseNote(body.noteText, 'noteText');
    await this.referrals.requireForCommand(caller, referralId);
    if (finishesAction && !mayWorkTasks(caller.actor)) throw notAllowedToFinish();
    const actionNeeded = body.actionNeeded ?? isOfDomain(caller.actor.email, this.config.operatorEmailDomain);
    const data = {
      referralId,
      parentNoteId: parentNote ?? null,
      text,
      actionNeeded,
      ...(informsOnly && !actionNeeded && { informsOnly }),
      author: authorOf(caller),
      writtenAt: context.at,
      ...(finishesAction && { finishesAction: workerOf(caller) }),
    };
    return this.write(noteDecider, referralId, { type: 'WriteNote', data }, context);
  }

  async edit({ noteId, noteText, seen }: z.output<typeof updateNoteTextBody>, caller: Caller, context: CommandContext) {
    const referralId = referralOfNote(noteId);
    const text = sanitiseNote(noteText, 'noteText');
    await this.referrals.requireForCommand(caller, referralId);
    const data = { referralId, noteId, text, userId: authorOf(caller).userId, editedAt: context.at, seen };
    return this.execute(referralId, { type: 'EditNoteText', data }, context);
  }

  async read({ referralId, noteIds }: z.output<typeof notesBody>, caller: Caller, context: CommandContext) {
    await this.referrals.requireForCommand(caller, referralId);
    const data = { referralId, noteIds, userId: authorOf(caller).userId, readAt: context.at };
    return this.execute(referralId, { type: 'ReadNotes', data }, context);
  }

  async markUnread({ referralId, noteIds }: z.output<typeof notesBody>, caller: Caller, context: CommandContext) {
    await this.referrals.requireForCommand(caller, referralId);
    const data = { referralId, noteIds, userId: authorOf(caller).userId };
    return this.execute(referralId, { type: 'MarkNotesUnread', data }, context);
  }

  async changeAction(
    type: 'FinishNoteAction' | 'RequestNoteAction',
    noteId: string,
    caller: Caller,
    context: CommandContext,
  ) {
    const referralId = referralOfNote(noteId);
    await this.referrals.requireForCommand(caller, referralId);
    const data = { referralId, noteId, by: workerOf(caller), changedAt: context.at };
    return this.execute(referralId, { type, data }, context);
  }

  async createInternal(body: z.output<typeof createInternalNoteBody>, caller: Caller, context: CommandContext) {
    const { referralId, parentNoteId } = body;
    const text = await this.sanitiseInternal(body.note);
    await this.referrals.requireForCommand(caller, referralId);
    const author = { authorUserId: authorOf(caller).userId, writtenAt: context.at };
    const data = { referralId, parentNoteId: parentNoteId ?? null, text, ...author };
    return this.write(internalNoteDecider, referralId, { type: 'WriteInternalNote', data }, context);
  }

  async editInternal(
    noteId: string,
    { note, seen }: z.output<typeof updateInternalNoteBody>,
    caller: Caller,
    context: CommandContext,
  ) {
    const referralId = referralOfNote(noteId);
    const text = await this.sanitiseInternal(note);
    const data = { referralId, noteId, text, userId: authorOf(caller).userId, editedAt: context.at, seen };
    return this.executeInternal(referralId, { type: 'EditInternalNoteText', data }, context);
  }

  async readInternal(
    { referralId, noteIds }: z.output<typeof internalNotesBody>,
    caller: Caller,
    context: CommandContext,
  ) {
    await this.referrals.requireForCommand(caller, referralId);
    const data = { referralId, noteIds, userId: authorOf(caller).userId, readAt: context.at };
    return this.executeInternal(referralId, { type: 'ReadInternalNotes', data }, context);
  }

  async markInternalUnread(
    { referralId, noteIds }: z.output<typeof internalNotesBody>,
    caller: Caller,
    context: CommandContext,
  ) {
    await this.referrals.requireForCommand(caller, referralId);
    const data = { referralId, noteIds, userId: authorOf(caller).userId };
    return this.executeInternal(referralId, { type: 'MarkInternalNotesUnread', data }, context);
  }

  deleteInternal(noteId: string, caller: Caller, context: CommandContext) {
    const referralId = referralOfNote(noteId);
    const data = { referralId, noteId, userId: authorOf(caller).userId, deletedAt: context.at };
    return this.executeInternal(referralId, { type: 'DeleteInternalNote', data }, context);
  }

  private async execute(referralId: string, command: NoteCommand, context: CommandContext) {
    return executeCommand(this.store, noteDecider, referralId, command, context);
  }

  private async sanitiseInternal(html: string): Promise<string> {
    return sanitiseNote(html, 'note', await this.readers.mentionable(html));
  }

  private async executeInternal(referralId: string, command: InternalNoteCommand, context: CommandContext) {
    return executeCommand(this.store, internalNoteDecider, referralId, command, context);
  }

  /** Returns the id of the new note. */
  private async write<C extends NoteCommand | InternalNoteCommand>(
    decider: C extends NoteCommand ? typeof noteDecider : typeof internalNoteDecider,
    id: string,
    command: C,
    context: CommandContext,
  ): Promise<CommandResult<string>> {
    const { events, position } = await decideOn(this.store, decider as never, id, command, context);
    const written = events[0] as { readonly data: { readonly noteId: string } } | undefined;
    if (!written || position === null) throw new Error('A note that was written has no event.');
    return new CommandResult(written.data.noteId, position, true);
  }
}

const notAllowedToFinish = () => notAllowed('Only the people who work the queue can say that an action is done.');

const workerOf = (caller: Caller): NoteAction['by'] => {
  const author = authorOf(caller);
  return { userId: author.userId, name: fullName(author) };
};

/** The author is the person of the token, with the names of their account. */
function authorOf({ actor, account }: Caller): NoteAuthor {
  if (actor.userId === null || account === null) throw signInRequired();
  const { firstName, lastName, companyId } = account;
  return { userId: actor.userId, firstName, lastName, companyId };
}
