import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from '@throughline/domain';
import type { Request } from 'express';

/** What a command takes from outside the domain, gathered once per `Idempotency-Key` and the same at every repetition. */
export interface Facts {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** UUID; where a command needs chance (a referral id), it is drawn from here. */
  readonly seed: string;
}

export interface CommandContext extends Facts {
  /** UUID: the `Idempotency-Key`. */
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
}

declare module 'express-serve-static-core' {
  interface Request {
    commandContext?: CommandContext;
  }
}

/** For a handler under `@RunsOnce()`. */
export const InContext = createParamDecorator((_: unknown, execution: ExecutionContext): CommandContext => {
  const { commandContext } = execution.switchToHttp().getRequest<Request>();
  if (!commandContext) throw new Error('A handler that takes a command context must be under @RunsOnce().');
  return commandContext;
});
