import { Controller } from '@nestjs/common';
import { adminActRoutes } from '@throughline/contracts';
import { listAdminActs } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { ReadModels } from '../engines/read-models.js';
import { requireAccounts } from '../http/existing-values.js';
import { type RouteRequest, Serves } from '../http/serves.js';

@Controller()
export class AdminActController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  @Serves(adminActRoutes.list)
  list({ query, caller }: RouteRequest<typeof adminActRoutes.list>) {
    const { person: userId, minPosition, ...page } = query;
    return this.readModels.readAt(minPosition, async (db) => {
      await requireAccounts(db, 'person', userId === undefined ? [] : [userId]);
      const acts = await listAdminActs(db, { userId, ...page });
      const rowIds = acts.rows.map(({ position }) => String(position));
      await this.accessLog.record({ caller, screen: 'Audit of administration', rowIds });
      return acts;
    });
  }
}
