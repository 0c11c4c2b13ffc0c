import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { noteRoutes } from '@throughline/contracts';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ListInternalNotes } from './note.queries.js';

type NoteRequest<Name extends keyof typeof noteRoutes> = RouteRequest<(typeof noteRoutes)[Name]>;

@Controller()
export class NoteController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(noteRoutes.listInternal)
  listInternal({ params: { id }, query: { minPosition }, caller }: NoteRequest<'listInternal'>) {
    return this.queries.execute(new ListInternalNotes(id, minPosition, caller));
  }
}
