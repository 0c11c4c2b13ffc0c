import { buffer } from 'node:stream/consumers';
import { Inject, PayloadTooLargeException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler, type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CheckedCatalogue, MAX_CATALOGUE_FILE_BYTES, type PlanCatalogueQuery } from '@throughline/contracts';
import { catalogueDecider, catalogueDifference } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { oneAtATime } from '@throughline/platform';
import type { Request } from 'express';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { ActiveCatalogue } from '../engines/active-catalogue.js';
import { type ApiDatabase, CATALOGUE, DATABASE, type Engines, EVENT_STORE } from '../engines/engines.js';
import { reachPosition } from '../engines/read-models.js';
import { HttpError } from '../http/http-error.js';
import { takeUpload } from '../http/take-upload.js';
import { parseCatalogueCsv } from './catalogue-csv.js';

const LIMITS = { maxBytes: MAX_CATALOGUE_FILE_BYTES, tooLarge: () => new PayloadTooLargeException() };

const MAX_ANSWERED_FAULTS = 100;

const bodyOf = (request: Request): Promise<Buffer> => takeUpload(request, LIMITS, buffer);

/** POST /catalogue/check: the faults of a file, or what it would change. */
export class CheckCatalogue extends Query<CheckedCatalogue> {
  constructor(readonly request: Request) {
    super();
  }
}

@QueryHandler(CheckCatalogue)
export class CheckCatalogueHandler implements IQueryHandler<CheckCatalogue> {
  constructor(
    private readonly catalogue: ActiveCatalogue,
    @Inject(CATALOGUE) private readonly supplied: Engines['catalogue'],
  ) {}

  async execute({ request }: CheckCatalogue): Promise<CheckedCatalogue> {
    const { items, faults } = parseCatalogueCsv(await bodyOf(request), this.supplied.titles);
    const active = await this.catalogue.read();
    return {
      faults: faults.slice(0, MAX_ANSWERED_FAULTS),
      faultCount: faults.length,
      difference: faults.length > 0 ? null : catalogueDifference(active.items, items),
      comparedWith: active.versionId,
    };
  }
}

/** POST /catalogue/versions: activates a file at once or at a time. Returns the id of the version. */
export class PlanCatalogue extends Command<CommandResult<string>> {
  constructor(
    readonly query: PlanCatalogueQuery,
    readonly request: Request,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PlanCatalogue)
export class PlanCatalogueHandler implements ICommandHandler<PlanCatalogue> {
  constructor(
    private readonly catalogue: ActiveCatalogue,
    @Inject(CATALOGUE) private readonly supplied: Engines['catalogue'],
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
  ) {}

  async execute({ query, request, context }: PlanCatalogue): Promise<CommandResult<string>> {
    const { items, faults } = parseCatalogueCsv(await bodyOf(request), this.supplied.titles);
    if (faults.length > 0) throw new HttpError(400, 'catalogue/faulty-file', 'The file has faults. Check it first.');
    const { commandId: versionId, at } = context;
    const { fileName, reason, activatesAt, comparedWith = null } = query;
    const data = {
      ...{ versionId, fileName, items, reason, comparedWith, plannedAt: at },
      activatesAt: activatesAt === undefined ? null : new Date(activatesAt).toISOString(),
    };
    const planned = await oneAtATime(this.database.db, 'catalogue', async () => {
      const command = { type: 'PlanCatalogue', data: { ...data, active: await this.readActive() } } as const;
      return executeCommand(this.store, catalogueDecider, versionId, command, context);
    });
    return planned.with(versionId);
  }

  /** With every activation that is in the log (docs/decisions/0079-a-planned-version-of-the-catalogue-is-not-activated-unseen.md). */
  private async readActive() {
    await reachPosition(this.database.db, await this.store.head());
    return this.catalogue.read();
  }
}
