import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimits } from './rate-limits.js';

/** A generous limit on everything that is not a plain read. Runs after the caller is identified. */
@Injectable()
export class LimitWritesGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { method, caller } = context.switchToHttp().getRequest<Request>();
    if (method === 'GET' || method === 'HEAD') return true;
    const { userId } = caller.actor;
    if (userId === null) await this.limits.count('writeByAddress', caller.addressHash);
    else await this.limits.count('writeByUser', userId);
    return true;
  }
}
