import { randomUUID } from 'node:crypto';
import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { IDEMPOTENCY_KEY_HEADER } from '@throughline/contracts';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { z } from 'zod';
import { KeyedHash } from '../engines/keyed-hash.js';
import { parse } from '../http/parse.js';
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

const contextOf = ({ caller, correlationId }: Request, facts: CommandFacts, key: string | null): CommandContext => ({
  ...facts,
  // No client knows a key that is made here, so none can repeat it.
  commandId: key ?? randomUUID(),
  actor: caller.actor,
  correlationId,
});

/** For a command that only its stream makes idempotent: key and answer are not stored. */
export const newCommandContext = (request: Request): CommandContext => contextOf(request, newFacts(), keyOf(request));

@Injectable()
class IdempotentInterceptor implements NestInterceptor<CommandResult<unknown>, CommandResult<unknown>> {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly hash: KeyedHash,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<CommandResult<unknown>>): Observable<CommandResult<unknown>> {
    return from(this.run(context.switchToHttp().getRequest<Request>(), next));
  }

  private run(request: Request, next: CallHandler<CommandResult<unknown>>): Promise<CommandResult<unknown>> {
    const proposed = newFacts();
    const key = keyOf(request);
    const execute = (facts: CommandFacts) => {
      request.commandContext = contextOf(request, facts, key);
      return lastValueFrom(next.handle());
    };
    if (key === null) return execute(proposed);
    const actor = request.caller.actor.userId ?? '';
    return this.keys.once({ key, actor, requestHash: this.hashOf(request) }, proposed, execute);
  }

  private hashOf({ method, path, body }: Request): string {
    return this.hash.of('request', JSON.stringify([method, path, body]));
  }
}
