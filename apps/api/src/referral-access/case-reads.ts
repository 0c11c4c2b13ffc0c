import { Inject, Injectable } from '@nestjs/common';
import type { Permission, readAsOfQuery } from '@throughline/contracts';
import {
  type AccountEvent,
  accountDecider,
  ANONYMOUS_ACTOR,
  isActive,
  isRecertificationId,
  mayReadReferral,
  roleOf,
} from '@throughline/domain';
import { type EventStore, readEvents } from '@throughline/event-store';
import { foldCase, isBy, type Moment, type PastCase, projections, readPastCase } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { notAllowed, notFound } from '../http/http-error.js';
import { type Caller, PERMISSIONS } from '../identity/caller.js';
import { ReadableReferrals } from './readable-referrals.js';

export interface CaseRequest {
  readonly query: z.output<typeof readAsOfQuery>;
  readonly caller: Caller;
}

export interface ReadCase {
  /** The id of the referral or the recertification. */
  readonly id: string;
  /** Its name in the access log. */
  readonly screen: string;
  /** The route's permission. */
  readonly who: Permission;
}

/** What a read of a case reads: the present, or an earlier moment. */
export interface CaseSources {
  readonly db: ApiDatabase['db'];
  readonly store: Pick<EventStore, 'readStream'>;
  /** The caller, or the person as whom they see an earlier moment. */
  readonly reader: Caller;
}

/**
 * Reads of a case, now or, for auditors, as of an earlier moment (`readAsOfQuery`). Both check the permission and run the same queries
 * (docs/decisions/0171).
 */
@Injectable()
export class CaseReads {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
    private readonly referrals: ReadableReferrals,
  ) {}

  /** Throws 404 for a case that the caller may not read, and like `readPast`. */
  async read<Found>(
    request: CaseRequest,
    what: ReadCase,
    read: (sources: CaseSources) => Promise<Found>,
  ): Promise<Found> {
    const { query, caller } = request;
    if (query.asOf !== undefined) return this.readPast(request, query.asOf, what, read);
    return this.readModels.readAt(query.minPosition, async (db) => {
      await this.referrals.open(caller, what.id, what.screen);
      return read({ db, store: this.store, reader: caller });
    });
  }

  /** Throws 403 for anybody but auditors, and 404 if the case did not exist then, or if the person as whom it is seen could not read it. */
  async readPast<Found>(
    { query, caller }: CaseRequest,
    asOf: Moment,
    { id, screen, who }: ReadCase,
    read: (sources: CaseSources) => Promise<Found>,
  ): Promise<Found> {
    if (!PERMISSIONS.audits(caller.actor, caller.account)) throw notAllowed('Only auditors can see earlier moments.');
    const past = await foldCase(this.store, projections, id, asOf);
    const reader = query.as === 'referrer' ? await this.referrerOf(past, caller, asOf) : caller;
    if (!past || !mayRead(reader, id, past, who)) {
      throw notFound(isRecertificationId(id) ? 'recertification' : 'referral');
    }
    await this.accessLog.record({ caller, screen: `${screen}, earlier moment`, referralIds: [id] });
    // `adHoc`, because a prepared statement would read the present.
    return readPastCase(this.database.adHoc, past, (db) => read({ db, store: until(this.store, asOf), reader }));
  }

  /** Who submitted the referral, with the rights that they had then. Without an account they are anonymous. */
  private async referrerOf(past: PastCase | undefined, caller: Caller, asOf: Moment): Promise<Caller> {
    const userId = past?.owners?.submitterUserId ?? null;
    const anonymous = { ...caller, actor: ANONYMOUS_ACTOR, account: null };
    if (userId === null) return anonymous;
    const events = await readEvents<AccountEvent>(until(this.store, asOf), `${accountDecider.category}-${userId}`, {});
    const { account } = events.reduce(accountDecider.evolve, accountDecider.initialState);
    if (account === null || !isActive(account)) return anonymous;
    const { email, companyId } = account;
    const role = roleOf(account, this.config.operatorCompanyId);
    return { ...caller, actor: { userId, email, role, companyId }, account };
  }
}

function mayRead({ actor, account }: Caller, id: string, { owners }: PastCase, who: Permission): boolean {
  if (!PERMISSIONS[who](actor, account)) return false;
  if (who === 'anyone') return true;
  return isRecertificationId(id)
    ? PERMISSIONS.seesQueue(actor, account)
    : owners !== undefined && mayReadReferral(actor, owners);
}

/** The log as it was then. */
const until = (store: EventStore, asOf: Moment): Pick<EventStore, 'readStream'> => ({
  async *readStream(...of) {
    for await (const event of store.readStream(...of)) if (isBy(event, asOf)) yield event;
  },
});
