import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { historyRoutes } from '@throughline/contracts';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ReadReferralHistory } from './read-referral-history.js';
import { RecordHistoryEntry } from './record-history-entry.js';

type HistoryRequest<Name extends keyof typeof historyRoutes> = RouteRequest<(typeof historyRoutes)[Name]>;

@Controller()
export class HistoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Serves(historyRoutes.read)
  read({ params: { id }, query, caller }: HistoryRequest<'read'>) {
    return this.queries.execute(new ReadReferralHistory(id, query, caller));
  }

  @Serves(historyRoutes.record)
  record({ body, context }: HistoryRequest<'record'>) {
    return this.commands.execute(new RecordHistoryEntry(body, context));
  }
}
