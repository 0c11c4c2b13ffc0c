import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Permission } from '@throughline/contracts';
import { StoreUnavailable } from '@throughline/event-store';
import type { Request } from 'express';
import { inTime } from '../http/limits/answer-in-time.js';
import { notAllowed, signInRequired } from '../http/http-error.js';
import { RouteMetadata } from '../http/request-parts.js';
import { bearerToken, type Caller, isSignedIn, PERMISSIONS } from './caller.js';
import { Callers } from './callers.js';
import { claimedEmail, claimedUserIds, UserIdClaims } from './user-id-claims.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Identifies the caller again and checks the permission again; throws like the guard. */
    stillAllowed: () => Promise<Caller>;
  }
}

/**
 * These acts are checked with the present account: the effect of an act by somebody who has just lost a right may outlast it, such as
 * giving the same right to a friend.
 */
const OF_ADMINISTRATORS: readonly Permission[] = ['administers', 'managesAccounts', 'importsMembers'];

/**
 * Identifies the caller by the token alone and checks the route's permission; a command needs rights that come from the log. An invalid
 * token is refused on open routes as well. If a `user-id` header, or a user id in the body or the query, names another user, the request is
 * refused and recorded (docs/promises.md 1.1).
 */
@Injectable()
export class IdentifyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: Callers,
    private readonly claims: UserIdClaims,
  ) {}

  canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const identify = () => {
      request.permissionAskedAt = performance.now();
      return inTime(request, this.identify(request, context));
    };
    request.stillAllowed = async () => {
      await this.identify(request, context, { isNow: true });
      return request.caller;
    };
    (request.permissionChecks ??= []).push(identify);
    return identify();
  }

  private async identify(request: Request, context: ExecutionContext, asOf = { isNow: false }): Promise<boolean> {
    const token = bearerToken(request);
    const { who, idempotent, namesAnotherUser } = this.reflector.get(RouteMetadata, context.getHandler());
    const isNow = asOf.isNow || (idempotent !== undefined && OF_ADMINISTRATORS.includes(who));
    request.caller =
      token === null ? this.callers.anonymous(request) : await this.callers.byToken(token, request, { isNow });
    const { actor, account, hasCurrentRights } = request.caller;
    if (idempotent && !hasCurrentRights) throw new StoreUnavailable('not-written');
    if (!PERMISSIONS[who](actor, account)) {
      if (!isSignedIn(actor)) throw signInRequired();
      throw notAllowed();
    }
    const body: unknown = namesAnotherUser ? { ...(request.body as object), userId: null } : request.body;
    const claimed = [request.get('user-id'), ...claimedUserIds([request.query, body])];
    await this.claims.check(request.caller, claimed, claimedEmail(body));
    return true;
  }
}
