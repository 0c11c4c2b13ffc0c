import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  type InternalNote,
  type listNotesQuery,
  type Note,
  type NoteList,
  UNREAD_DAYS,
  type UnreadNotes,
  type unreadNotesQuery,
} from '@throughline/contracts';
import { maySeeQueue } from '@throughline/domain';
import { countUnread, listInternalNotes, listNotes, listNotesOfReferral } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE } from '../engines/engines.js';
import { reachPosition, readList, ReadModels } from '../engines/read-models.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals, scopeOf } from '../referral-access/readable-referrals.js';

/** What a read of the notes of one referral takes. */
abstract class NotesQuery<Result> extends Query<Result> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

type WithOperator = Pick<ApiConfig, 'operatorCompanyId'>;

/** GET /notes/{referralId} (ordering specification, section 7): for everyone who may read the referral. */
export class ListNotesOfReferral extends NotesQuery<readonly Note[]> {}

@QueryHandler(ListNotesOfReferral)
export class ListNotesOfReferralHandler implements IQueryHandler<ListNotesOfReferral> {
  constructor(
    @Inject(CONFIG) private readonly config: WithOperator,
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ListNotesOfReferral): Promise<readonly Note[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Notes');
      const reader = { userId: caller.actor.userId ?? '', operatorId: this.config.operatorCompanyId };
      return listNotesOfReferral(db, referralId, reader);
    });
  }
}

/** GET /internal-notes/referral/{id} (ordering specification, section 7): for the provider's own people only. */
export class ListInternalNotes extends NotesQuery<readonly InternalNote[]> {}

@QueryHandler(ListInternalNotes)
export class ListInternalNotesHandler implements IQueryHandler<ListInternalNotes> {
  constructor(
    @Inject(CONFIG) private readonly config: WithOperator,
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ListInternalNotes): Promise<readonly InternalNote[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Internal notes');
      const reader = { userId: caller.actor.userId ?? '', operatorId: this.config.operatorCompanyId };
      return listInternalNotes(db, referralId, reader);
    });
  }
}

/** GET /notes: the Notes list, by the same rights as the Referrals list. */
export class ListNotes extends Query<NoteList> {
  constructor(
    readonly query: z.output<typeof listNotesQuery>,
    readonly caller: Caller,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ListNotes)
export class ListNotesHandler implements IQueryHandler<ListNotes> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CONFIG) private readonly config: WithOperator,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query, caller, gone }: ListNotes): Promise<NoteList> {
    const { page, pageSize, search, timeZone, sortModel, includeCompany, minPosition } = query;
    await reachPosition(this.database.db, minPosition);
    const list = await readList(this.database, { search, gone }, (db) =>
      listNotes(db, {
        scope: scopeOf(caller, includeCompany),
        userId: caller.actor.userId ?? '',
        operatorId: this.config.operatorCompanyId,
        page,
        pageSize,
        search,
        timeZone,
        sort: sortModel?.[0],
        from: query.onlyThroughline ? 'provider' : query.onlyNotThroughline ? 'others' : undefined,
        needsAction: query.needsAction,
      }),
    );
    const referralIds = [...new Set(list.rows.map((row) => row.referralId))];
    await this.accessLog.record({ caller, screen: 'Notes list', referralIds });
    return list;
  }
}

/** GET /notes/unread: numbers alone, so it is not a read of personal data. */
export class CountUnread extends Query<UnreadNotes> {
  constructor(
    readonly query: z.output<typeof unreadNotesQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

const UNREAD_MS = UNREAD_DAYS * 24 * 3_600_000;

@QueryHandler(CountUnread)
export class CountUnreadHandler implements IQueryHandler<CountUnread> {
  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {}

  async execute({ query: { referralIds, minPosition }, caller }: CountUnread): Promise<UnreadNotes> {
    await reachPosition(this.database.db, minPosition);
    return countUnread(this.database.adHoc, {
      userId: caller.actor.userId ?? '',
      readable: scopeOf(caller, true),
      isInsider: maySeeQueue(caller.actor),
      since: new Date(Date.now() - UNREAD_MS).toISOString(),
      referralIds,
    });
  }
}
