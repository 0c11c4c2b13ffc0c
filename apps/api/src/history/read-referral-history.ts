import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ChainCheck, historyQuery, ReferralHistory } from '@throughline/contracts';
import { verifyChain } from '@throughline/event-store';
import { feedPosition, readHistory } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';

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

  /** Read from the log itself: there is nothing to wait for. */
  async execute({ referralId, asked: { asOf }, caller }: ReadReferralHistory): Promise<ReferralHistory> {
    const { store, db } = this.engines;
    const feed = await feedPosition(db);
    const whole = await readHistory(store, referralId);
    if (whole.length === 0) throw notFound('referral');
    const accesses = await this.accessLog.ofReferral(referralId);
    await this.accessLog.record({ caller, screen: 'History', referralIds: [referralId] });
    const streams = [...new Set(whole.map(({ stream }) => stream))];
    return {
      referralId,
      entries: asOf === undefined ? whole : await readHistory(store, referralId, { asOf }),
      accesses,
      chains: await Promise.all(streams.map((stream) => this.check(stream))),
      feed,
    };
  }

  private async check(stream: string): Promise<ChainCheck> {
    const report = await verifyChain(this.engines.store, stream);
    if (report.ok) return { stream, ok: true, events: report.events };
    const { revision, reason } = report;
    return { stream, ok: false, events: revision, revision, reason };
  }
}
