import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import pTimeout from 'p-timeout';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { RouteMetadata } from './request-parts.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Of the monotonic clock, in ms. */
    answerBy?: number;
  }
}

/** Longer than any one engine may take (`STATEMENT_TIMEOUT_MS`), and shorter than the sum of all that a request may wait for. */
export const ANSWER_TIMEOUT_MS = 15_000;

/**
 * @throws TimeoutError when the time of the request is over, which is answered as an outage. The work itself goes on: a command may still be
 *   recorded, once.
 */
export function inTime<T>(request: Pick<Request, 'answerBy'>, work: Promise<T>): Promise<T> {
  request.answerBy ??= performance.now() + ANSWER_TIMEOUT_MS;
  return pTimeout(work, { milliseconds: Math.max(0, request.answerBy - performance.now()) });
}

/** Limits the time of a handler, as far as its answer begins: not of an upload, which takes as long as its bytes. */
@Injectable()
export class AnswerInTime implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get(RouteMetadata, context.getHandler()).upload) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    return defer(() => inTime(request, lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
