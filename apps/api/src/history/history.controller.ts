import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  historyRoutes,
  NO_COMPANY,
  NOT_SIGNED_IN,
  type ReferralHistory,
  spanOfDay,
  type Viewers,
  type Viewings,
} from '@throughline/contracts';
import { CENTRAL_TIME } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import {
  countViewings,
  feedPosition,
  listViewers,
  listViewings,
  placeIn,
  readHeads,
  readHistory,
  type ViewedCase,
} from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { valueDoesNotExist } from '../http/existing-values.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { checkChains, historyStreams } from './check-chains.js';
import { RecordHistoryEntryRequest } from './record-history-entry.js';

type HistoryRequest<Name extends keyof typeof historyRoutes> = RouteRequest<(typeof historyRoutes)[Name]>;

/** The timeline shows as many beside its events, says how many there are, and leads to all of them. */
const VIEWINGS_BESIDE_EVENTS = 500;
/** The tab on the audit page. */
const WHO_SAW_THIS = 'Who saw this';

@Controller()
export class HistoryController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
    private readonly referrals: ReadableReferrals,
  ) {}

  /**
   * Every event, the newest viewings, and whether its streams are intact. Reads the log itself, so there is no position to wait
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
    const seen = await listViewings(this.database.adHoc, { caseId: referralId, pageSize: VIEWINGS_BESIDE_EVENTS });
    await this.accessLog.record({ caller, screen: 'History', referralIds: [referralId] });
    return {
      referralId,
      entries: asOf === undefined ? whole : await readHistory(store, referralId, { asOf }),
      accesses: seen.rows,
      accessCount: seen.found,
      chains: await checkChains(store, referralId, whole, heads),
      feed,
    };
  }

  /** Who saw the referral. The read itself is not among what it answers. */
  @Serves(historyRoutes.viewers)
  async viewers({ params: { id }, query, caller }: HistoryRequest<'viewers'>): Promise<Viewers> {
    await this.referrals.require(caller, id);
    const { adHoc } = this.database;
    const people = await listViewers(adHoc, { caseId: id, ...periodOf(query) });
    const found = people.reduce((sum, { times }) => sum + times, 0);
    const isWhole = query.from === undefined && query.to === undefined;
    const total = isWhole ? found : await countViewings(adHoc, { caseId: id });
    await this.accessLog.record({ caller, screen: WHO_SAW_THIS, referralIds: [id] });
    return { people, found, total };
  }

  @Serves(historyRoutes.viewings)
  async viewings({ params: { id }, query, caller }: HistoryRequest<'viewings'>): Promise<Viewings> {
    const { person, role, company, screen, before, pageSize, ...days } = query;
    if (before !== undefined && placeIn(before) === null) throw valueDoesNotExist('before');
    await this.referrals.require(caller, id);
    const userId = person === NOT_SIGNED_IN ? null : person;
    const companyId = company === NO_COMPANY ? null : company;
    const filter = { caseId: id, ...periodOf(days), userId, role, companyId, screen };
    const page = await listViewings(this.database.adHoc, { ...filter, before, pageSize });
    await this.accessLog.record({ caller, screen: WHO_SAW_THIS, referralIds: [id] });
    return page;
  }

  @Serves(historyRoutes.record)
  record({ body, context }: HistoryRequest<'record'>) {
    return this.commands.execute(new RecordHistoryEntryRequest(body, context));
  }
}

/** The instants of whole days in Central Time. */
export function periodOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  const spanOf = (day: string) => spanOfDay(Date.parse(day), CENTRAL_TIME);
  return {
    from: from === undefined ? undefined : new Date(spanOf(from)[0]),
    to: to === undefined ? undefined : new Date(spanOf(to)[1]),
  } satisfies Omit<ViewedCase, 'caseId'>;
}
