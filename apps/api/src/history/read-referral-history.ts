import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { historyQuery, ReferralHistory } from '@throughline/contracts';
import type { EventStore } from '@throughline/event-store';
import { feedPosition, readHeads, readHistory } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { checkChains, historyStreams } from './check-chains.js';

/** GET /referrals/referral/{id}/history: every event, each access to the referral, and whether its streams are intact. */
export class ReadReferralHistory extends Query<ReferralHistory> {
  constructor(
    readonly referralId: string,
    readonly query: z.output<typeof historyQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadReferralHistory)
export class ReadReferralHistoryHandler implements IQueryHandler<ReadReferralHistory> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  /** Reads the log itself, so there is no position to wait for. Streams that were emptied are reported; streams that never existed are a 404. */
  async execute({ referralId, query: { asOf }, caller }: ReadReferralHistory): Promise<ReferralHistory> {
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
}
