import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { InternalNote } from '@throughline/contracts';
import { listInternalNotes } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** GET /internal-notes/referral/{id} (ordering specification, section 7): for the provider's people alone. */
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
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ referralId, minPosition, caller }: ListInternalNotes): Promise<readonly InternalNote[]> {
    return readAt(this.engines, minPosition, async () => {
      await this.referrals.open(caller, referralId, 'Internal notes');
      return listInternalNotes(this.engines.db, referralId);
    });
  }
}
