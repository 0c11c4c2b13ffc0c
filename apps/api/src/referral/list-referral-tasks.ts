import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TaskQueueRow } from '@throughline/contracts';
import { listTasksOfReferral } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** GET /referrals/referral/{id}/tasks: every task of the referral, in the order of opening. */
export class ListReferralTasks extends Query<readonly TaskQueueRow[]> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListReferralTasks)
export class ListReferralTasksHandler implements IQueryHandler<ListReferralTasks> {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ referralId, minPosition, caller }: ListReferralTasks): Promise<readonly TaskQueueRow[]> {
    return readAt(this.engines, minPosition, async () => {
      await this.referrals.open(caller, referralId, 'Tasks of the referral');
      return listTasksOfReferral(this.engines.db, referralId);
    });
  }
}
