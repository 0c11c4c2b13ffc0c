import { Inject, Injectable } from '@nestjs/common';
import { type noteRoutes, UNREAD_DAYS } from '@throughline/contracts';
import { maySeeQueue } from '@throughline/domain';
import {
  countUnread,
  listInternalNotes,
  listNotes,
  listNotesOfReferral,
  withNamesakes,
} from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE } from '../engines/engines.js';
import { readList, ReadModels } from '../engines/read-models.js';
import type { RouteRequest } from '../http/serves.js';
import type { Caller } from '../identity/caller.js';
import { CaseReads } from '../referral-access/case-reads.js';
import { scopeOf } from '../referral-access/readable-referrals.js';

export type NoteRequest<Name extends keyof typeof noteRoutes> = RouteRequest<(typeof noteRoutes)[Name]>;

const UNREAD_MS = UNREAD_DAYS * 24 * 3_600_000;

@Injectable()
export class NoteReads {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
    private readonly cases: CaseReads,
  ) {}

  /** GET /notes: the Notes list, with the same rights as the Referrals list. */
  async list({ query, caller, gone }: NoteRequest<'list'>) {
    const { page, pageSize, search, timeZone, sortModel, includeCompany, minPosition } = query;
    await this.readModels.reach(minPosition);
    const scope = scopeOf(caller, includeCompany);
    const list = await readList(this.database, { search, gone }, async (db) => {
      const notes = await listNotes(db, {
        scope,
        ...this.readerOf(caller),
        page,
        pageSize,
        search,
        timeZone,
        sort: sortModel?.[0],
        from: query.onlyThroughline ? 'provider' : query.onlyNotThroughline ? 'others' : undefined,
        needsAction: query.needsAction,
      });
      return withNamesakes(db, scope, notes);
    });
    const referralIds = [...new Set(list.rows.map((row) => row.referralId))];
    const rowIds = list.rows.map(({ id }) => id);
    await this.accessLog.record({ caller, screen: 'Notes list', referralIds, rowIds });
    return list;
  }

  /** GET /notes/unread: only numbers, so it is not a read of personal data. */
  async countUnread({ query: { referralIds, minPosition }, caller }: NoteRequest<'countUnread'>) {
    await this.readModels.reach(minPosition);
    return countUnread(this.database.adHoc, {
      userId: caller.actor.userId ?? '',
      readable: scopeOf(caller, true),
      isInsider: maySeeQueue(caller.actor),
      since: new Date(Date.now() - UNREAD_MS).toISOString(),
      referralIds,
    });
  }

  /** GET /notes/{referralId} (ordering specification, section 7): for everyone who may read the referral. */
  listOfReferral(request: NoteRequest<'listOfReferral'>) {
    const { referralId: id } = request.params;
    return this.cases.read(request, { id, screen: 'Notes', who: 'signedIn' }, ({ db, reader }) =>
      listNotesOfReferral(db, id, this.readerOf(reader)),
    );
  }

  /** GET /internal-notes/referral/{id} (ordering specification, section 7): only for the provider's own staff. */
  listInternal(request: NoteRequest<'listInternal'>) {
    const { id } = request.params;
    return this.cases.read(request, { id, screen: 'Internal notes', who: 'seesQueue' }, ({ db, reader }) =>
      listInternalNotes(db, id, this.readerOf(reader)),
    );
  }

  private readerOf({ actor }: Caller) {
    return { userId: actor.userId ?? '', operatorId: this.config.operatorCompanyId, isInsider: maySeeQueue(actor) };
  }
}
