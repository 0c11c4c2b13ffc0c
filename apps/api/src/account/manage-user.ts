import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  accountDecider,
  type Actor,
  type Colleague,
  DomainError,
  fullName,
  isActive,
  mayAdminister,
  type ManageAccount,
  mayManageAccount,
  notAnAssignee,
  worksTasks,
} from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import { oneAtATime } from '@throughline/platform';
import { listAdmins } from '@throughline/read-models';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { notFound } from '../http/http-error.js';
import { type Caller, administratorOf } from '../identity/caller.js';

interface Facts {
  readonly operatorId: number;
  readonly by: string | null;
  readonly otherAdmins: number;
  readonly tasksTo: Colleague | null;
}

/** An administrative act on a user's account. The worker makes the requests to the identity provider that follow from it. */
export class ManageUserRequest extends Command<CommandResult<null>> {
  constructor(
    readonly userId: string,
    /** User id of the person who gets the open tasks; null: the queue. */
    readonly tasksTo: string | null,
    /** Resolves with the caller if they still have the right. */
    readonly stillAllowed: () => Promise<Caller>,
    readonly context: CommandContext,
    /** Makes the command from the facts that this handler gathers. */
    readonly commandFrom: (facts: Facts) => ManageAccount,
  ) {
    super();
  }
}

/** A decider that refuses like the account's own rules, so that the event which made the act impossible is found in the log. */
const refusing = (refusal: DomainError): typeof accountDecider => ({
  ...accountDecider,
  decide: () => {
    throw refusal;
  },
});

@CommandHandler(ManageUserRequest)
export class ManageUserHandler implements ICommandHandler<ManageUserRequest> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
  ) {}

  /**
   * Runs one act at a time: an act whose right was taken away by the previous one is refused, and of two admins who take away each other's
   * right only one succeeds. A person whom the caller does not manage is a 404, like an unknown one.
   */
  execute(command: ManageUserRequest): Promise<CommandResult<null>> {
    return oneAtATime(this.database.db, 'admins', () => this.act(command));
  }

  private async act({ userId, tasksTo, stillAllowed, context, commandFrom }: ManageUserRequest) {
    const caller = await stillAllowed();
    const account = await this.accountOf(userId);
    if (account === null || !mayManageAccount(administratorOf(caller), account)) throw notFound('user');
    const colleague = tasksTo === null ? null : await this.colleagueOf(userId, tasksTo, caller.actor);
    const command = commandFrom({
      operatorId: this.config.operatorCompanyId,
      by: caller.actor.userId,
      otherAdmins: account.admin ? await this.countOtherAdmins(userId) : 0,
      tasksTo: colleague instanceof DomainError ? null : colleague,
    });
    const decider = colleague instanceof DomainError ? refusing(colleague) : accountDecider;
    return executeCommand(this.store, decider, userId, command, context);
  }

  /**
   * The colleague who gets the tasks. Throws `item-task/not-an-assignee` if they work no tasks or are the person themselves. A site
   * administrator always gets this refusal, because they may not learn who works tasks, and nobody whom they manage has any.
   */
  private async colleagueOf(userId: string, colleagueId: string, asker: Actor): Promise<Colleague | DomainError> {
    const isTold = mayAdminister(asker) && colleagueId !== userId;
    const colleague = isTold ? await this.accountOf(colleagueId) : null;
    if (!colleague || !worksTasks(colleague, this.config.operatorCompanyId)) {
      return notAnAssignee(colleague, asker, this.config.operatorCompanyId);
    }
    return { userId: colleagueId, name: fullName(colleague) };
  }

  private async accountOf(userId: string) {
    return (await readState(this.store, accountDecider, userId)).state.account;
  }

  /** Read from the log, because the read model may be behind: an admin that it does not have yet would not be counted. */
  private async countOtherAdmins(userId: string): Promise<number> {
    const others = (await listAdmins(this.database.db)).filter((id) => id !== userId);
    const accounts = await Promise.all(others.map((id) => this.accountOf(id)));
    return accounts.filter((account) => account?.admin && isActive(account)).length;
  }
}
