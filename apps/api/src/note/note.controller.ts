import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import * as contract from '@throughline/contracts';
import { maySeeQueue } from '@throughline/domain';
import type { z } from 'zod';
import { shape } from '../http/shape.js';
import { FromCaller, type Caller } from '../identity/caller.js';
import { MayCall } from '../identity/may-call.js';
import { ListInternalNotes } from './list-internal-notes.js';

@Controller()
export class NoteController {
  constructor(private readonly queries: QueryBus) {}

  @Get('internal-notes/referral/:id')
  @MayCall(maySeeQueue)
  listInternal(
    @Param('id', shape(contract.referralId)) id: string,
    @Query(shape(contract.readQuery)) { minPosition }: z.output<typeof contract.readQuery>,
    @FromCaller() caller: Caller,
  ) {
    return this.queries.execute(new ListInternalNotes(id, minPosition, caller));
  }
}
