import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { InternalNote } from '@throughline/contracts';
import { listInternalNotes } from '@throughline/read-models';
import { ReadModels } from '../engines/read-models.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** GET /internal-notes/referral/{id} (ordering specification, section 7): for the provider's own people only. */
export class ListInternalNotes extends Query<readonly InternalNote[]> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListInternalNotes)
export class ListInternalNotesHandler implements IQueryHandler<ListInternalNotes> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ListInternalNotes): Promise<readonly InternalNote[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Internal notes');
      return listInternalNotes(db, referralId);
    });
  }
}
