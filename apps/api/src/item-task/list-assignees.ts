import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AssigneeOption } from '@throughline/contracts';
import { mayWorkTasks, roleOf } from '@throughline/domain';
import { listCompanyAccounts } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';

/** GET /tasks/assignees: people a task can be given to, by name. */
export class ListAssignees extends Query<readonly AssigneeOption[]> {}

@QueryHandler(ListAssignees)
export class ListAssigneesHandler implements IQueryHandler<ListAssignees> {
  constructor(private readonly engines: Engines) {}

  async execute(): Promise<readonly AssigneeOption[]> {
    const { db, config } = this.engines;
    const employees = await listCompanyAccounts(db, config.operatorCompanyId);
    return employees
      .filter((account) => mayWorkTasks({ role: roleOf(account, config.operatorCompanyId) }))
      .map(({ userId, firstName, lastName, email }) => ({ userId, name: `${firstName} ${lastName}`, email }));
  }
}
