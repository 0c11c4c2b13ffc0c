import { randomUUID } from 'node:crypto';
import {
  applyDecorators,
  HttpCode,
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
import { KeyedHash } from '../engine/keyed-hash.js';
import { parse } from '../http/shape.js';
import { Written } from '../http/written.js';
import type { Facts } from './command-context.js';
import { IdempotencyKeys } from './idempotency-keys.js';

const idempotencyKey = z.uuid('Idempotency-Key must be a UUID.').toLowerCase();

/** Marks a command's route: repeated with the same `Idempotency-Key`, it happens once and answers as it did the first time. */
export const RunsOnce = ({ status = 200 }: { readonly status?: 200 | 201 } = {}): MethodDecorator =>
  applyDecorators(HttpCode(status), UseInterceptors(RunsOnceInterceptor));

@Injectable()
class RunsOnceInterceptor implements NestInterceptor<Written<unknown>, Written<unknown>> {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly hash: KeyedHash,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<Written<unknown>>): Observable<Written<unknown>> {
    return from(this.run(context.switchToHttp().getRequest<Request>(), next));
  }

  private run(request: Request, next: CallHandler<Written<unknown>>): Promise<Written<unknown>> {
    const proposed: Facts = { at: new Date().toISOString(), seed: randomUUID() };
    const given = request.get(IDEMPOTENCY_KEY_HEADER);
    // Nobody knows a key made here, so nobody can repeat it: there is nothing to keep.
    const key = given === undefined ? randomUUID() : parse(idempotencyKey, given);
    const { actor } = request.caller;
    const decide = (facts: Facts) => {
      request.commandContext = { ...facts, commandId: key, actor, correlationId: request.correlationId };
      return lastValueFrom(next.handle());
    };
    if (given === undefined) return decide(proposed);
    return this.keys.once({ key, actor: actor.userId ?? '', requestHash: this.hashOf(request) }, proposed, decide);
  }

  private hashOf({ method, path, body }: Request): string {
    return this.hash.of('request', JSON.stringify([method, path, body]));
  }
}
