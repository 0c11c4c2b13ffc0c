import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Refusal, signInRequired } from '../http/refusal.js';
import { Callers } from './callers.js';
import { claimedUserIds } from './claimed-user-ids.js';
import { UserIdClaims } from './user-id-claims.js';
import { MayCall, signedIn, UserIdIsAnothers } from './may-call.js';

/**
 * Finds out who calls, from the token alone, and whether they may. A token that does not hold is refused on open routes too;
 * a `user-id` header, or a user id anywhere in the body or the query, that names somebody else is refused and recorded (QUALITY.md 1.1).
 */
@Injectable()
export class IdentifyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: Callers,
    private readonly claims: UserIdClaims,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerToken(request);
    request.caller = token === null ? this.callers.anonymous(request) : await this.callers.byToken(token, request);
    const { actor } = request.caller;
    const mayCall = this.reflector.getAllAndOverride(MayCall, [context.getHandler(), context.getClass()]) ?? signedIn;
    if (!mayCall(actor)) {
      if (!signedIn(actor)) throw signInRequired();
      throw new Refusal(403, 'identity/not-allowed', 'You are not allowed to do this.');
    }
    const anothers = this.reflector.get(UserIdIsAnothers, context.getHandler()) ?? false;
    const body: unknown = anothers ? { ...(request.body as object), userId: null } : request.body;
    await this.claims.check(request.caller, [request.get('user-id'), ...claimedUserIds([request.query, body])]);
    return true;
  }
}

function bearerToken(request: Request): string | null {
  const [scheme, token] = (request.get('authorization') ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}
