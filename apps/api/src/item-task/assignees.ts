import { Inject, Injectable } from '@nestjs/common';
import { type AssigneeOption, NOBODY } from '@throughline/contracts';
import { type Account, accountDecider, type Assignee, fullName, notAnAssignee, worksTasks } from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { listCompanyAccounts } from '@throughline/read-models';
import type { CommandContext } from '../command/command-context.js';
import { refuse } from '../command/changed-meanwhile.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { requireAccounts } from '../http/existing-values.js';

/** The people that a task can be assigned to. */
@Injectable()
export class Assignees {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
  ) {}

  async list(): Promise<readonly AssigneeOption[]> {
    const employees = await listCompanyAccounts(this.database.db, this.config.operatorCompanyId);
    return employees
      .filter((account) => this.isAssignable(account))
      .map((account) => ({ ...assigneeOf(account), email: account.email }));
  }

  /**
   * Read from the log, because the read model may be behind. Throws `item-task/not-an-assignee` for anybody else; readers who may know it
   * are told who caused that.
   */
  async find(userId: string, { actor }: Pick<CommandContext, 'actor'>): Promise<Assignee> {
    const { account } = (await readState(this.store, accountDecider, userId)).state;
    if (account && this.isAssignable(account)) return assigneeOf(account);
    const refusal = notAnAssignee(account, actor, this.config.operatorCompanyId);
    return refuse(this.store, { decider: accountDecider, id: userId, author: actor }, refusal);
  }

  private isAssignable(account: Account): boolean {
    return worksTasks(account, this.config.operatorCompanyId);
  }
}

/** The filter `assignee`: people with an account, or nobody. Throws 400 for anybody else. */
export const requireAssignees = (db: ApiDatabase['db'], assignee: readonly string[]): Promise<void> =>
  requireAccounts(
    db,
    'assignee',
    assignee.filter((one) => one !== NOBODY),
  );

export const assigneeOf = (account: Account): Assignee => ({ userId: account.userId, name: fullName(account) });

/** Task ids are `{referralId}-{n}`: all tasks of a referral are in one stream. */
export const referralIdOf = (taskId: string): string => taskId.slice(0, taskId.lastIndexOf('-'));
