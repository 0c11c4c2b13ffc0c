import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import pLimit, { type LimitFunction } from 'p-limit';
import { defer, EMPTY, lastValueFrom, type Observable } from 'rxjs';
import { type ApiConfig, CONFIG } from '../../engines/engines.js';
import { callerKey } from '../../identity/caller.js';
import { checkPermissionAfterWait } from '../permission-checks.js';
import { RouteMetadata } from '../request-parts.js';

/** Less than half of the connections that commands with a key have to the database (`MAX_LOCKS`), and a third of the others. */
export const MAX_RUNNING = 6;

/**
 * Runs this many requests of one caller at once; the caller's other requests wait. Otherwise a hundred large reads, or a hundred writes to
 * one stream, would take all connections to the database, and everybody else's requests would fail. A page has about ten requests, each of
 * which runs for milliseconds. Uploads are not counted, because they run for as long as their bytes take.
 *
 * A waiting request that has been answered as an outage never begins, and when its turn comes a request's permission is checked again.
 * Otherwise a caller could queue acts that are executed long after the right to them was taken away.
 */
@Injectable()
export class FairShare implements NestInterceptor {
  private readonly shares = new Map<string, LimitFunction>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'proxyHops'>,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    if (this.reflector.get(RouteMetadata, context.getHandler()).upload) return next.handle();
    // A command is executed even if its sender has disconnected: the sender may have received nothing but still rely on it.
    const isUnread = () => request.method === 'GET' && response.closed;
    const isInVain = () => request.isOverdue || isUnread();
    const execute = async (): Promise<unknown> => {
      if (!isInVain()) await checkPermissionAfterWait(request);
      return lastValueFrom<unknown, undefined>(isInVain() ? EMPTY : next.handle(), { defaultValue: undefined });
    };
    return defer(() => this.run(callerKey(request, this.config.proxyHops), execute));
  }

  private async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const share = this.shares.get(caller) ?? pLimit(MAX_RUNNING);
    this.shares.set(caller, share);
    try {
      return await share(work);
    } finally {
      if (share.activeCount + share.pendingCount === 0) this.shares.delete(caller);
    }
  }
}
