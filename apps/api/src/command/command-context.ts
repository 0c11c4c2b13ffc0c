import { type Actor, DomainError } from '@throughline/domain';

/** What a command needs from outside the domain: gathered once per `Idempotency-Key`, and the same each time the key is used. */
export interface CommandFacts {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** UUID: the source of everything random in a command, such as a referral id. */
  readonly seed: string;
}

export interface CommandContext extends CommandFacts {
  /** UUID: the `Idempotency-Key`. */
  readonly commandId: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** Whether somebody else can undo what the route does. If they have, a repeated request is not answered as done (decision 0101). */
  readonly mayBeUndone: boolean;
  /** The key was used before, and this was its answer: the command is not carried out again, but decided only whether it still stands. */
  readonly first?: { readonly answer: unknown } | undefined;
  /** The request asks for its answer: what its stream does not know is not done (see `withdrawn`). */
  readonly withdraws?: boolean;
}

/** The refusal of a request that its author has withdrawn before it was carried out. */
export const withdrawn = () =>
  new DomainError(
    'request/withdrawn',
    'This was not done, and will not be done later. If it is still needed, do it again.',
  );

/** What a command returns: `data` of the envelope, and the log position to pass as `minPosition` of the next read. */
export class CommandResult<T> {
  constructor(
    readonly data: T,
    readonly position: number,
    /** True if the command's events are in one stream, which has its id: executing it again would give the same result. */
    readonly isRecorded = false,
  ) {}

  with<U>(data: U): CommandResult<U> {
    return new CommandResult(data, this.position, this.isRecorded);
  }
}

declare module 'express-serve-static-core' {
  interface Request {
    commandContext?: CommandContext;
  }
}
