import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  NOTE_TEMPLATES_ID,
  type NoteTemplateCommand,
  noteTemplatesDecider,
  type StoredNoteTemplate,
} from '@throughline/domain';
import { readStateOf } from '@throughline/read-models';
import { readCache } from '../cache/read-cache.js';
import type { CommandContext } from '../command/command-context.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { CATALOGUE, DATABASE, type ApiDatabase, type Engines } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';

/** How long a change may go unnoticed on a node. */
const TEMPLATES_TTL_MS = 1_000;

type WithoutSeed<C> = C extends NoteTemplateCommand
  ? { readonly type: C['type']; readonly data: Omit<C['data'], 'seed'> }
  : never;

/** The texts that a new note can start with: those of the installation's file until an administrator makes the first change. */
@Injectable()
export class NoteTemplates {
  private readonly seed: readonly StoredNoteTemplate[];
  private readonly offered;

  constructor(
    @Inject(CATALOGUE) { noteTemplates }: Engines['catalogue'],
    @Inject(DATABASE) { db }: ApiDatabase,
    private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
  ) {
    this.seed = noteTemplates.map((template, index) => ({ templateId: `installed-${index + 1}`, ...template }));
    this.offered = readCache(() => this.read(db), TEMPLATES_TTL_MS);
  }

  async offeredNow(): Promise<readonly StoredNoteTemplate[]> {
    return (await this.offered.fetch('all')) ?? this.seed;
  }

  list(minPosition: number): Promise<readonly StoredNoteTemplate[]> {
    return this.readModels.readAt(minPosition, (db) => this.read(db));
  }

  private async read(db: ApiDatabase['db']): Promise<readonly StoredNoteTemplate[]> {
    const { templates } = await readStateOf(db, noteTemplatesDecider, NOTE_TEMPLATES_ID);
    return templates ?? this.seed;
  }

  execute({ type, data }: WithoutSeed<NoteTemplateCommand>, context: CommandContext) {
    const command = { type, data: { ...data, seed: this.seed } } as NoteTemplateCommand;
    return this.commands.execute(new ExecuteCommand(noteTemplatesDecider, NOTE_TEMPLATES_ID, command, context));
  }
}
