import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from '@throughline/domain';
import type { Account } from '@throughline/read-models';
import type { Request } from 'express';

/** Who asks, as the token alone says. */
export interface Caller {
  readonly actor: Actor;
  /** Null: nobody is signed in. */
  readonly account: Account | null;
  /** Until when the token holds, in ms since 1970; null: nobody is signed in. */
  readonly expiresAt: number | null;
  /** The referral that this browser has sent without anybody signed in, and when is in its id; see `mayFollowUp`. */
  readonly submitted: string | null;
  /** Keyed hash of the network address. */
  readonly addressHash: string;
}

declare module 'express-serve-static-core' {
  interface Request {
    caller: Caller;
  }
}

export const FromCaller = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Caller => execution.switchToHttp().getRequest<Request>().caller,
);
