import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { historyRoutes, type ReferralHistory } from '@throughline/contracts';
import type { EventStore } from '@throughline/event-store';
import { feedPosition, readHeads, readHistory } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { checkChains, historyStreams } from './check-chains.js';
import { RecordHistoryEntry } from './record-history-entry.js';

type HistoryRequest<Name extends keyof typeof historyRoutes> = RouteRequest<(typeof historyRoutes)[Name]>;

@Controller()
export class HistoryController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  /**
   * Every event, each access to the referral, and whether its streams are intact. Reads the log itself, so there is no position to wait
   * for. Streams that were emptied are reported; a referral without any stream is a 404.
   */
  @Serves(historyRoutes.read)
  async read({ params, query: { asOf }, caller }: HistoryRequest<'read'>): Promise<ReferralHistory> {
    const { id: referralId } = params;
    const { store } = this;
    const { db } = this.database;
    const feed = await feedPosition(db);
    const heads = await readHeads(db, historyStreams(referralId));
    const whole = await readHistory(store, referralId);
    if (whole.length === 0 && heads.size === 0) throw notFound('referral');
    const accesses = await this.accessLog.ofReferral(referralId);
    await this.accessLog.record({ caller, screen: 'History', referralIds: [referralId] });
    return {
      referralId,
      entries: asOf === undefined ? whole : await readHistory(store, referralId, { asOf }),
      accesses,
      chains: await checkChains(store, referralId, whole, heads),
      feed,
    };
  }

  @Serves(historyRoutes.record)
  record({ body, context }: HistoryRequest<'record'>) {
    return this.commands.execute(new RecordHistoryEntry(body, context));
  }
}
