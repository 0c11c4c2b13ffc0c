import { Controller, Inject } from '@nestjs/common';
import {
  type Acts,
  type AuditChoices,
  auditRoutes,
  type AuditViewings,
  type LinkedAct,
  MAX_FOLLOWING,
} from '@throughline/contracts';
import { fullName } from '@throughline/domain';
import {
  type AuditFilter,
  findAccountNames,
  findCasesBeside,
  listAccounts,
  listActs,
  listAllViewings,
  listCauses,
  listFollowing,
  listScreens,
  placeIn,
} from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE } from '../engines/engines.js';
import { readList, ReadModels } from '../engines/read-models.js';
import { valueDoesNotExist } from '../http/existing-values.js';
import { notFound } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import type { Caller } from '../identity/caller.js';
import { periodOf } from './history.controller.js';

type AuditRequest<Name extends keyof typeof auditRoutes> = RouteRequest<(typeof auditRoutes)[Name]>;

/** As many people are offered by a search; the others are found by more letters. */
const OFFERED_PEOPLE = 20;

/** The search over all that happened and all that was seen. Each page that it shows is itself in the access log. */
@Controller()
export class AuditController {
  constructor(
    @Inject(CONFIG) private readonly config: ApiConfig,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  @Serves(auditRoutes.acts)
  async acts({ query, caller, gone }: AuditRequest<'acts'>): Promise<Acts> {
    const { kind, search, before, pageSize, minPosition } = query;
    await this.readModels.reach(minPosition);
    const filter = { ...(await this.filterOf(query)), kind, search };
    const page = await readList(this.database, { search, gone }, (db) => listActs(db, { ...filter, before, pageSize }));
    if (page === null) throw valueDoesNotExist('before');
    await this.accessLog.record({
      caller,
      screen: 'What happened',
      ...shownOf(page.rows),
    });
    return page;
  }

  @Serves(auditRoutes.causes)
  async causes({ params: { eventId }, query: { minPosition }, caller }: AuditRequest<'causes'>) {
    const found = await this.readModels.readAt(minPosition, (db) => listCauses(db, eventId));
    if (found.length === 0) throw notFound('act');
    await this.recordLinked(caller, found);
    return found;
  }

  @Serves(auditRoutes.following)
  async following({ params: { eventId }, query: { after, minPosition }, caller }: AuditRequest<'following'>) {
    const page = { eventId, after, limit: MAX_FOLLOWING };
    const found = await this.readModels.readAt(minPosition, (db) => listFollowing(db, page));
    if (!found) throw notFound('act');
    const { caseId, ...following } = found;
    await this.recordLinked(caller, following.rows, caseId);
    return following;
  }

  private recordLinked(caller: Caller, acts: readonly LinkedAct[], ofCase: string | null = null): Promise<void> {
    const { referralIds, rowIds } = shownOf(acts);
    return this.accessLog.record({
      caller,
      screen: 'Causes of an act',
      referralIds: unique([ofCase, ...referralIds]),
      rowIds,
    });
  }

  @Serves(auditRoutes.viewings)
  async viewings({ query, caller }: AuditRequest<'viewings'>): Promise<AuditViewings> {
    const { screen, before, pageSize, minPosition } = query;
    if (before !== undefined && placeIn(before) === null) throw valueDoesNotExist('before');
    await this.readModels.reach(minPosition);
    const filter = { ...(await this.filterOf(query)), screen };
    const page = await listAllViewings(this.database.adHoc, { ...filter, before, pageSize });
    // What is shown of a referral here is its id.
    await this.accessLog.record({
      caller,
      screen: 'What was seen',
      referralIds: filter.caseIds ?? [],
      rowIds: unique(page.rows.map(({ userId }) => userId)),
    });
    return page;
  }

  @Serves(auditRoutes.choices)
  async choices({ query: { search, ids }, caller }: AuditRequest<'choices'>): Promise<AuditChoices> {
    const { db } = this.database;
    const operatorId = this.config.operatorCompanyId;
    const all = { companyId: null, operatorId, filter: 'all', page: 0, pageSize: OFFERED_PEOPLE } as const;
    const [chosen, found, screens] = await Promise.all([
      findAccountNames(db, ids),
      search === '' ? { accounts: [], rowCount: 0 } : listAccounts(db, { ...all, search }),
      listScreens(db),
    ]);
    const people = [
      ...chosen.map(({ userId: person, email, name }) => ({ person, email, name: name ?? email })),
      ...found.accounts
        .filter(({ userId }) => !ids.includes(userId))
        .map((account) => ({ person: account.userId, email: account.email, name: fullName(account) })),
    ];
    await this.accessLog.record({
      caller,
      screen: 'People of the audit',
      rowIds: people.map(({ person }) => person),
    });
    return { people, hasMore: found.rowCount > found.accounts.length, screens };
  }

  private async filterOf(
    query: AuditRequest<'acts'>['query'] | AuditRequest<'viewings'>['query'],
  ): Promise<AuditFilter> {
    const { referral, ofMember, person, company, from, to } = query;
    const { db } = this.database;
    const caseIds = referral === undefined ? undefined : ofMember ? await findCasesBeside(db, referral) : undefined;
    return {
      caseIds: referral === undefined ? undefined : (caseIds ?? [referral]),
      person,
      company,
      ...periodOf({ from, to }),
    };
  }
}

/** Cases by their ids, acts of administration by their positions. */
const shownOf = (acts: readonly Pick<LinkedAct, 'caseId' | 'position'>[]) => ({
  referralIds: unique(acts.map(({ caseId }) => caseId)),
  rowIds: acts.filter(({ caseId }) => caseId === null).map(({ position }) => String(position)),
});

const unique = (ids: readonly (string | null)[]): readonly string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
];
