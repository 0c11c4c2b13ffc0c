import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accountRoutes } from '@throughline/contracts';
import { accountDecider, type AccountCommand } from '@throughline/domain';
import { listSavedViews } from '@throughline/read-models';
import type { CommandContext } from '../command/command-context.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { signInRequired } from '../http/http-error.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { consoleConfig } from './console-config.js';
import { People } from './people.js';

type AccountRequest<Name extends keyof typeof accountRoutes> = RouteRequest<(typeof accountRoutes)[Name]>;

@Controller()
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    @Inject(CONFIG) private readonly config: ApiConfig,
    private readonly people: People,
    private readonly referrals: ReadableReferrals,
  ) {}

  @Serves(accountRoutes.findUser)
  findUser({ params: { email }, query: { minPosition }, caller }: AccountRequest<'findUser'>) {
    return this.people.readByEmail(email, minPosition, caller);
  }

  @Serves(accountRoutes.listViews)
  listViews({ query: { screen, minPosition }, caller }: AccountRequest<'listViews'>) {
    return this.readModels.readAt(minPosition, (db) => listSavedViews(db, caller.actor.userId ?? '', screen));
  }

  @Serves(accountRoutes.saveView)
  saveView({ body, context }: AccountRequest<'saveView'>) {
    return this.executeOnOwnAccount({ type: 'SaveView', data: body }, context);
  }

  @Serves(accountRoutes.removeView)
  removeView({ body, context }: AccountRequest<'removeView'>) {
    return this.executeOnOwnAccount({ type: 'RemoveView', data: body }, context);
  }

  @Serves(accountRoutes.dismissUpdate)
  dismissUpdate({ body, context }: AccountRequest<'dismissUpdate'>) {
    return this.executeOnOwnAccount({ type: 'DismissUpdate', data: body }, context);
  }

  @Serves(accountRoutes.dismissFile)
  async dismissFile({ body, caller, context }: AccountRequest<'dismissFile'>) {
    await this.referrals.requireForCommand(caller, body.referralId);
    return this.executeOnOwnAccount({ type: 'DismissFile', data: body }, context);
  }

  @Serves(accountRoutes.chooseNotificationSettings)
  chooseNotificationSettings({ body: choices, context }: AccountRequest<'chooseNotificationSettings'>) {
    const data = { choices, chosenAt: context.at };
    return this.executeOnOwnAccount({ type: 'ChooseNotificationSettings', data }, context);
  }

  @Serves(accountRoutes.chooseLanguage)
  chooseLanguage({ body, context }: AccountRequest<'chooseLanguage'>) {
    return this.executeOnOwnAccount({ type: 'ChooseLanguage', data: body }, context);
  }

  /** For clients other than the console, whose pages contain the same values. */
  @Serves(accountRoutes.readConfig)
  readConfig() {
    return consoleConfig(this.config);
  }

  /** Executes a command on the account of the token, never on one that the request names. */
  private executeOnOwnAccount(command: AccountCommand, context: CommandContext) {
    const { userId } = context.actor;
    if (userId === null) throw signInRequired();
    return this.commands.execute(new ExecuteCommand(accountDecider, userId, command, context));
  }
}
