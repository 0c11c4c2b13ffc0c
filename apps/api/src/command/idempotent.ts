import { randomUUID } from 'node:crypto';
import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { IDEMPOTENCY_KEY_HEADER, type Route, WITHDRAW_HEADER } from '@throughline/contracts';
import { canonicalJson } from '@throughline/event-store';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { z } from 'zod';
import { KeyedHash } from '../engines/keyed-hash.js';
import { HttpError } from '../http/http-error.js';
import { parse } from '../http/parse.js';
import { partsOf, RouteMetadata } from '../http/request-parts.js';
import type { CommandContext, CommandFacts, CommandResult } from './command-context.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const idempotencyKey = z.uuid('Idempotency-Key must be a UUID.').toLowerCase();

/** Executes a command once per `Idempotency-Key`: a repeated request gets the first answer. */
export const Idempotent = (): MethodDecorator => UseInterceptors(IdempotentInterceptor);

const newFacts = (): CommandFacts => ({ at: new Date().toISOString(), seed: randomUUID() });

/** Null if the request has no key. */
function keyOf(request: Request): string | null {
  const given = request.get(IDEMPOTENCY_KEY_HEADER);
  return given === undefined ? null : parse(idempotencyKey, given);
}

const contextOf = (
  request: Request,
  facts: CommandFacts,
  key: string | null,
  { mayBeUndone, first }: Pick<CommandContext, 'mayBeUndone' | 'first'>,
): CommandContext => ({
  ...facts,
  mayBeUndone,
  first,
  withdraws: withdraws(request),
  // No client knows a key that is made here, so none can repeat it.
  commandId: key ?? randomUUID(),
  actor: request.caller.actor,
  correlationId: request.correlationId,
});

/** For a command that only its stream makes idempotent: key and answer are not stored. Its stream knows whether the request was carried out before. */
export function newCommandContext(request: Request, { meanwhile }: Pick<Route, 'meanwhile'>): CommandContext {
  if (withdraws(request)) throw new HttpError(400, 'request/malformed', `${WITHDRAW_HEADER} is not for this call.`);
  return contextOf(request, newFacts(), keyOf(request), { mayBeUndone: mayBeUndone(meanwhile) });
}

const withdraws = (request: Request): boolean => request.get(WITHDRAW_HEADER) !== undefined;

/** Whether somebody else can undo the effect of such a request. An addition stays, and so does what belongs to its author alone. */
const mayBeUndone = (meanwhile: Route['meanwhile']): boolean => meanwhile === 'seen' || meanwhile === 'step';

@Injectable()
class IdempotentInterceptor implements NestInterceptor<CommandResult<unknown>, CommandResult<unknown>> {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly hash: KeyedHash,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<CommandResult<unknown>>): Observable<CommandResult<unknown>> {
    const route = this.reflector.get(RouteMetadata, context.getHandler());
    return from(this.run(route, context.switchToHttp().getRequest<Request>(), next));
  }

  private async run(
    route: Route,
    request: Request,
    next: CallHandler<CommandResult<unknown>>,
  ): Promise<CommandResult<unknown>> {
    const proposed = newFacts();
    const key = keyOf(request);
    const isUndoable = mayBeUndone(route.meanwhile);
    const execute = (facts: CommandFacts, first?: CommandContext['first']) => {
      request.commandContext = contextOf(request, facts, key, { mayBeUndone: isUndoable, first });
      return lastValueFrom(next.handle());
    };
    if (key === null) {
      if (withdraws(request)) throw new HttpError(400, 'request/malformed', `${WITHDRAW_HEADER} goes with a key.`);
      return execute(proposed);
    }
    const actor = request.caller.actor.userId ?? '';
    const hashes = { requestHash: this.hashOf(request), parsedHash: this.parsedHashOf(route, request) };
    const use = { key, actor, ...hashes, mayBeUndone: isUndoable, withdraws: withdraws(request) };
    return this.keys.once(use, proposed, execute);
  }

  private hashOf({ method, path, body }: Request): string {
    return this.hash.of('request', JSON.stringify([method, path, body]));
  }

  /** Hashes the parsed request: the order of the fields, and stating a default, do not make another command. */
  private parsedHashOf(route: Route, request: Request): string {
    const { params, query, body } = partsOf(route, request);
    const sent: unknown = request.body;
    const said = { params, query: { ...(query as object), minPosition: 0 }, body: route.body ? body : sent };
    return this.hash.of('request', `${route.endpoint} ${canonicalJson(JSON.parse(JSON.stringify(said)))}`);
  }
}
