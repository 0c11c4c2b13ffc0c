import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { manageAccountRoutes } from '@throughline/contracts';
import { companyOf, DomainError } from '@throughline/domain';
import type { Request } from 'express';
import type { CommandContext } from '../command/command-context.js';
import { type RouteRequest, Serves } from '../http/serves.js';
import { bearerToken, type Caller } from '../identity/caller.js';
import { CreateUserRequest } from './create-user.js';
import { ManageUserRequest } from './manage-user.js';
import { OwnSessions } from './own-sessions.js';
import { People } from './people.js';

type ManageRequest<Name extends keyof typeof manageAccountRoutes> = RouteRequest<(typeof manageAccountRoutes)[Name]>;

interface Act {
  readonly params: { readonly id: string };
  readonly stillAllowed: () => Promise<Caller>;
  readonly context: CommandContext;
}

@Controller()
export class ManageAccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly people: People,
    private readonly sessions: OwnSessions,
  ) {}

  @Serves(manageAccountRoutes.listSessions)
  listSessions({ caller }: ManageRequest<'listSessions'>, @Req() request: Request) {
    return this.sessions.list(caller.actor.userId ?? '', bearerToken(request) ?? '');
  }

  @Serves(manageAccountRoutes.endSession)
  endSession({ body: { sessionId }, caller }: ManageRequest<'endSession'>) {
    return this.sessions.end(caller.actor.userId ?? '', sessionId);
  }

  @Serves(manageAccountRoutes.listUsers)
  listUsers({ query, caller }: ManageRequest<'listUsers'>) {
    return this.people.list(query, caller);
  }

  @Serves(manageAccountRoutes.readUser)
  readUser({ params: { id }, query: { minPosition }, caller }: ManageRequest<'readUser'>) {
    return this.people.read(id, minPosition, caller);
  }

  @Serves(manageAccountRoutes.listGroups)
  listGroups({ params: { id }, query, caller }: ManageRequest<'listGroups'>) {
    return this.people.groups(id, query, caller);
  }

  @Serves(manageAccountRoutes.createUser)
  createUser({ body, caller, stillAllowed, context }: ManageRequest<'createUser'>) {
    return this.commands.execute(new CreateUserRequest(body, caller, stillAllowed, context));
  }

  @Serves(manageAccountRoutes.changeProfile)
  changeProfile(request: ManageRequest<'changeProfile'>) {
    return this.manage(request, () => ({ type: 'ChangeProfile', data: request.body }));
  }

  @Serves(manageAccountRoutes.changeGroups)
  changeGroups(request: ManageRequest<'changeGroups'>) {
    return this.manage(
      request,
      ({ operatorId, tasksTo }) => ({ type: 'ChangeGroups', data: { ...request.body, operatorId, tasksTo } }),
      request.body.tasksTo ?? null,
    );
  }

  @Serves(manageAccountRoutes.changeRole)
  changeRole(request: ManageRequest<'changeRole'>) {
    return this.manage(request, ({ by, operatorId, otherAdmins }) => ({
      type: 'ChangeRole',
      data: { ...request.body, by, operatorId, otherAdmins },
    }));
  }

  @Serves(manageAccountRoutes.assignCompany)
  assignCompany(request: ManageRequest<'assignCompany'>) {
    const { companyId } = request.body;
    if (companyId !== null && companyOf(companyId) === undefined) {
      throw new DomainError('account/unknown-company', 'There is no such company.');
    }
    return this.manage(
      request,
      ({ by, operatorId, tasksTo }) => ({ type: 'AssignCompany', data: { ...request.body, by, operatorId, tasksTo } }),
      request.body.tasksTo ?? null,
    );
  }

  @Serves(manageAccountRoutes.deactivateUser)
  deactivateUser(request: ManageRequest<'deactivateUser'>) {
    return this.manage(
      request,
      ({ by, otherAdmins, tasksTo }) => ({
        type: 'DeactivateAccount',
        data: { ...request.body, by, otherAdmins, tasksTo },
      }),
      request.body.tasksTo ?? null,
    );
  }

  @Serves(manageAccountRoutes.reactivateUser)
  reactivateUser(request: ManageRequest<'reactivateUser'>) {
    return this.manage(request, () => ({ type: 'ReactivateAccount', data: request.body }));
  }

  @Serves(manageAccountRoutes.orderSignInAct)
  orderSignInAct(request: ManageRequest<'orderSignInAct'>) {
    return this.manage(request, () => ({ type: 'OrderSignInAct', data: request.body }));
  }

  /** `tasksTo` is the user id of the person who gets the open tasks. */
  private manage(
    { params: { id }, stillAllowed, context }: Act,
    commandFrom: ManageUserRequest['commandFrom'],
    tasksTo: string | null = null,
  ) {
    return this.commands.execute(new ManageUserRequest(id, tasksTo, stillAllowed, context, commandFrom));
  }
}
