import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CreateUserBody, mailboxOf } from '@throughline/contracts';
import { companyOf, DomainError, mayAdminister, registrationDecider, type Requester } from '@throughline/domain';
import type { EventStore } from '@throughline/event-store';
import { oneAtATime } from '@throughline/platform';
import { AccessLog } from '../access-log/access-log.js';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { notAllowed } from '../http/http-error.js';
import { type Caller, administratorOf } from '../identity/caller.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';

/** POST /okta/create */
export class CreateUserRequest extends Command<CommandResult<null>> {
  constructor(
    readonly body: CreateUserBody,
    readonly caller: Caller,
    /** Resolves with the caller if they still have the right. */
    readonly stillAllowed: () => Promise<Caller>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Records the request for an account, which the worker opens: neither the answer nor its time shows whether the address has an account
 * already (docs/promises.md 1.2).
 */
@CommandHandler(CreateUserRequest)
export class CreateUserHandler implements ICommandHandler<CreateUserRequest> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'operatorCompanyId'>,
    private readonly lookUps: OpenLookUps,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ body, caller, stillAllowed, context }: CreateUserRequest): Promise<CommandResult<null>> {
    const requester = requesterOf(caller);
    if (requester.manages !== null) {
      // Runs one at a time like acts on accounts: somebody whose right was taken away must not be able to let another person in.
      return oneAtATime(this.database.db, 'admins', async () => {
        const now = requesterOf(await stillAllowed());
        if (now.manages !== requester.manages) throw notAllowed();
        return this.request(body, now, context);
      });
    }
    await this.limit(caller, body.email);
    return this.request(body, requester, context);
  }

  private request(body: CreateUserBody, requester: Requester, context: CommandContext): Promise<CommandResult<null>> {
    const { company = null, groups, overrideCompanyGroups: overrides, reason, phone, ...registrant } = body;
    if (company !== null && companyOf(company) === undefined) {
      throw new DomainError('account/unknown-company', 'There is no such company.');
    }
    return executeCommand(
      this.store,
      registrationDecider,
      context.seed,
      {
        type: 'RequestAccount',
        data: {
          ...registrant,
          phone,
          registrationId: context.seed,
          companyId: company,
          groups: groups ?? [],
          overrideCompanyGroups: overrides ?? false,
          reason: reason || null,
          requester,
          operatorId: this.config.operatorCompanyId,
          at: context.at,
        },
      },
      context,
    );
  }

  /** Throws 429 above the limit. Each attempt is recorded with only a hash of the address. */
  private async limit(caller: Caller, email: string): Promise<void> {
    const screen = 'Registration';
    const inputHash = await this.lookUps.count(caller, screen, mailboxOf(email));
    await this.accessLog.record({ caller, screen, inputHash });
  }
}

function requesterOf(caller: Caller): Requester {
  const { actor } = caller;
  const manages = mayAdminister(actor) ? 'all' : administratorOf(caller).siteAdmin ? 'own-company' : null;
  return { manages, companyId: actor.companyId, email: actor.email };
}
