import { Controller, type Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Route } from '@throughline/contracts';
import { type Decider, type DomainEvent, LIST_ID, type ManagedCommand, type ManagedState } from '@throughline/domain';
import { readStateOf, requireReadAsState } from '@throughline/read-models';
import type { CommandContext } from '../command/command-context.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { ReadModels } from '../engines/read-models.js';
import { type RouteRequest, Serves } from '../http/serves.js';

/** The routes that `managedList` of the contracts makes. */
type ManagedRoutes = Readonly<Record<'list' | 'add' | 'change' | 'deactivate' | 'reactivate', Route>>;

interface Request {
  readonly params: { readonly id: string };
  readonly body: never;
  readonly context: CommandContext;
}

/**
 * The controller of a list that administrators manage: each of its routes is a command of its decider (`managedDecider` in the domain), or reads its state.
 *
 * @throws Error, so that the API does not start: the list has no line in `READ_AS_STATE`.
 */
export function managedController<Values, Event extends DomainEvent>(
  routes: ManagedRoutes,
  decider: Decider<ManagedState<Values>, ManagedCommand<Values>, Event>,
): Type {
  requireReadAsState(decider);

  @Controller()
  class ManagedController {
    constructor(
      private readonly commands: CommandBus,
      private readonly readModels: ReadModels,
    ) {}

    @Serves(routes.list)
    list({ query }: RouteRequest<Route>) {
      const { minPosition } = query as { readonly minPosition: number };
      return this.readModels.readAt(minPosition, async (db) => (await readStateOf(db, decider, LIST_ID)).entries);
    }

    @Serves(routes.add)
    add(request: RouteRequest<Route>) {
      return this.execute('Add', request, ({ body, context }) => ({ id: context.seed, ...(body as object) }));
    }

    @Serves(routes.change)
    change(request: RouteRequest<Route>) {
      return this.execute('Change', request);
    }

    @Serves(routes.deactivate)
    deactivate(request: RouteRequest<Route>) {
      return this.execute('Switch', request, (of) => ({ ...ofEntry(of), active: false }));
    }

    @Serves(routes.reactivate)
    reactivate(request: RouteRequest<Route>) {
      return this.execute('Switch', request, (of) => ({ ...ofEntry(of), active: true }));
    }

    private execute(type: ManagedCommand<Values>['type'], request: RouteRequest<Route>, dataOf = ofEntry) {
      const known = request as unknown as Request;
      const command = { type, data: dataOf(known) } as ManagedCommand<Values>;
      return this.commands.execute(new ExecuteCommand(decider, LIST_ID, command, known.context));
    }
  }
  return ManagedController;
}

const ofEntry = ({ params, body }: Request): object => ({ ...params, ...(body as object) });
