import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { StoreUnavailable } from '@throughline/event-store';
import type { Request } from 'express';
import { inTime } from '../http/answer-in-time.js';
import { HttpError, signInRequired } from '../http/http-error.js';
import { RouteMetadata } from '../http/request-parts.js';
import { bearerToken, isSignedIn, PERMISSIONS } from './caller.js';
import { Callers } from './callers.js';
import { claimedEmail, claimedUserIds, UserIdClaims } from './user-id-claims.js';

/**
 * Identifies the caller by the token alone and checks the route's permission; a command needs rights that are decided by the log. An invalid token is refused on open routes as well. A
 * `user-id` header, or a user id in the body or the query, that names another user is refused and recorded (docs/promises.md 1.1).
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
    const identify = () => inTime(request, this.identify(request, context));
    (request.permissionChecks ??= []).push(() => {
      // The time that the body has taken is not the server's.
      delete request.answerBy;
      return identify();
    });
    return identify();
  }

  private async identify(request: Request, context: ExecutionContext): Promise<boolean> {
    const token = bearerToken(request);
    request.caller = token === null ? this.callers.anonymous(request) : await this.callers.byToken(token, request);
    const { actor, account, hasCurrentRights } = request.caller;
    const { who, idempotent, namesAnotherUser } = this.reflector.get(RouteMetadata, context.getHandler());
    if (idempotent && !hasCurrentRights) throw new StoreUnavailable('not-written');
    if (!PERMISSIONS[who](actor, account)) {
      if (!isSignedIn(actor)) throw signInRequired();
      throw new HttpError(403, 'identity/not-allowed', 'You are not allowed to do this.');
    }
    const body: unknown = namesAnotherUser ? { ...(request.body as object), userId: null } : request.body;
    const claimed = [request.get('user-id'), ...claimedUserIds([request.query, body])];
    await this.claims.check(request.caller, claimed, claimedEmail(body));
    return true;
  }
}
