import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { NotificationList } from '@throughline/contracts';
import { maySeeQueue } from '@throughline/domain';
import { listNotifications } from '@throughline/read-models';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { reachPosition } from '../engines/read-models.js';
import type { Caller } from '../identity/caller.js';

/** GET /notifications: they name referrals by their ids alone, so it is not a read of personal data. */
export class ListNotifications extends Query<NotificationList> {
  constructor(
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {}

  async execute({ minPosition, caller: { actor } }: ListNotifications): Promise<NotificationList> {
    await reachPosition(this.database.db, minPosition);
    const readers = maySeeQueue(actor) ? (['submitter', 'staff'] as const) : (['submitter'] as const);
    return listNotifications(this.database.db, { userId: actor.userId ?? '', readers });
  }
}
