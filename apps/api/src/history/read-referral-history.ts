import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { historyQuery, ReferralHistory } from '@throughline/contracts';
import { feedPosition, readHeads, readHistory } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { checkChains, historyStreams } from './check-chains.js';

/** GET /referrals/referral/{id}/history: every event, who viewed the referral, and whether the log holds together. */
export class ReadReferralHistory extends Query<ReferralHistory> {
  constructor(
    readonly referralId: string,
    readonly asked: z.output<typeof historyQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadReferralHistory)
export class ReadReferralHistoryHandler implements IQueryHandler<ReadReferralHistory> {
  constructor(
    private readonly engines: Engines,
    private readonly accessLog: AccessLog,
  ) {}

  /** Read from the log itself: there is nothing to wait for. A log that was emptied is not the same as one that never was. */
  async execute({ referralId, asked: { asOf }, caller }: ReadReferralHistory): Promise<ReferralHistory> {
    const { store, db } = this.engines;
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
