import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { orderingGroupRoutes } from '@throughline/contracts';
import { groupKey, orderingGroupDecider, orderingGroups } from '@throughline/domain';
import { countEnrolled, readStatesOf } from '@throughline/read-models';
import { ExecuteCommand } from '../command/execute-command.js';
import { ActiveCatalogue } from '../engines/active-catalogue.js';
import { ReadModels } from '../engines/read-models.js';
import { type RouteRequest, Serves } from '../http/serves.js';

type GroupRequest<Name extends keyof typeof orderingGroupRoutes> = RouteRequest<(typeof orderingGroupRoutes)[Name]>;

@Controller()
export class OrderingGroupController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly catalogue: ActiveCatalogue,
  ) {}

  @Serves(orderingGroupRoutes.list)
  list({ query: { minPosition } }: GroupRequest<'list'>) {
    return this.readModels.readAt(minPosition, async (db) => {
      const [items, withheld, enrolled] = await Promise.all([
        this.catalogue.items(),
        readStatesOf(db, orderingGroupDecider),
        countEnrolled(db),
      ]);
      return orderingGroups(items, withheld, enrolled);
    });
  }

  @Serves(orderingGroupRoutes.change)
  async change({ body, context }: GroupRequest<'change'>) {
    if (typeof body.groupId === 'number') await this.catalogue.requireGroup(body.groupId);
    const command = { type: 'ChangeOrderingGroup', data: body } as const;
    return this.commands.execute(new ExecuteCommand(orderingGroupDecider, groupKey(body.groupId), command, context));
  }
}
