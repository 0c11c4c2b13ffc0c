import { buffer } from 'node:stream/consumers';
import { Inject, PayloadTooLargeException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MAX_CATALOGUE_FILE_BYTES, type PlanCatalogueQuery } from '@throughline/contracts';
import { catalogueDecider } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { oneAtATime } from '@throughline/platform';
import type { Request } from 'express';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { ActiveCatalogue } from '../engines/active-catalogue.js';
import { type ApiDatabase, CATALOGUE, DATABASE, type Engines, EVENT_STORE } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { HttpError } from '../http/http-error.js';
import { takeUpload } from '../http/limits/take-upload.js';
import { parseCatalogueCsv } from './catalogue-csv.js';

const LIMITS = { maxBytes: MAX_CATALOGUE_FILE_BYTES, tooLarge: () => new PayloadTooLargeException() };

/** `pictures`: see `parseCatalogueCsv`. */
export const uploadedCatalogue = async (request: Request, pictures: ReadonlyMap<string, string>) =>
  parseCatalogueCsv(await takeUpload(request, LIMITS, buffer), pictures);

/** POST /catalogue/versions: activates a file at once or at a time. Returns the id of the version. */
export class PlanCatalogueRequest extends Command<CommandResult<string>> {
  constructor(
    readonly query: PlanCatalogueQuery,
    readonly request: Request,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PlanCatalogueRequest)
export class PlanCatalogueHandler implements ICommandHandler<PlanCatalogueRequest> {
  constructor(
    private readonly catalogue: ActiveCatalogue,
    private readonly readModels: ReadModels,
    @Inject(CATALOGUE) private readonly supplied: Engines['catalogue'],
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
  ) {}

  async execute({ query, request, context }: PlanCatalogueRequest): Promise<CommandResult<string>> {
    const { items, faults } = await uploadedCatalogue(request, this.supplied.titles);
    if (faults.length > 0) throw new HttpError(400, 'catalogue/faulty-file', 'The file has faults. Check it first.');
    const { commandId: versionId, at } = context;
    const { fileName, reason, activatesAt, comparedWith = null } = query;
    const data = {
      versionId,
      fileName,
      items,
      reason,
      comparedWith,
      plannedAt: at,
      activatesAt: activatesAt === undefined ? null : new Date(activatesAt).toISOString(),
    };
    const planned = await oneAtATime(this.database.db, 'catalogue', async () => {
      const command = { type: 'PlanCatalogue', data: { ...data, active: await this.readActive() } } as const;
      return executeCommand(this.store, catalogueDecider, versionId, command, context);
    });
    return planned.with(versionId);
  }

  /**
   * Reads from the log, so that every activation is included
   * (docs/decisions/0079-a-planned-version-of-the-catalogue-is-not-activated-unseen.md).
   */
  private async readActive() {
    await this.readModels.reach(await this.store.head());
    return this.catalogue.read();
  }
}
