import { randomUUID } from 'node:crypto';
import { Controller, Get, Param, Post, Query, Req, UnsupportedMediaTypeException } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { mayImportMembers } from '@throughline/domain';
import type { Request } from 'express';
import { z } from 'zod';
import { parse, shape } from '../http/shape.js';
import { type CommandContext, InContext } from '../idempotency/command-context.js';
import { RunsOnce } from '../idempotency/runs-once.js';
import { MayCall } from '../identity/may-call.js';
import { CancelImport } from './cancel-import.js';
import { ListImports } from './list-imports.js';
import { UploadMembers } from './upload-members.js';

const idempotencyKey = z.uuid('Idempotency-Key must be a UUID.').toLowerCase();
type ReadQuery = z.output<typeof contract.readQuery>;

@Controller('eligible-patients/imports')
@MayCall(mayImportMembers)
export class EligibilityImportController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  list(@Query(shape(contract.readQuery)) { minPosition }: ReadQuery) {
    return this.queries.execute(new ListImports(minPosition));
  }

  /** Not under `@RunsOnce`, which compares bodies: this one is read once, on its way to the disk, and the stream knows its key. */
  @Post()
  upload(@Query(shape(contract.uploadMembersQuery)) asked: contract.UploadMembersQuery, @Req() request: Request) {
    if (!request.is(contract.MEMBERS_FILE_TYPE)) throw new UnsupportedMediaTypeException();
    const given = request.get(contract.IDEMPOTENCY_KEY_HEADER);
    const context = {
      at: new Date().toISOString(),
      seed: randomUUID(),
      commandId: given === undefined ? randomUUID() : parse(idempotencyKey, given),
      actor: request.caller.actor,
      correlationId: request.correlationId,
    };
    return this.commands.execute(new UploadMembers(asked, request, context));
  }

  @Post(':id/cancel')
  @RunsOnce()
  cancel(@Param('id', shape(contract.importId)) id: string, @InContext() context: CommandContext) {
    return this.commands.execute(new CancelImport(id, context));
  }
}
