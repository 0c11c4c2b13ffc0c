import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import pTimeout, { TimeoutError } from 'p-timeout';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { RouteMetadata } from '../request-parts.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The latest time of the answer, by the monotonic clock in ms. */
    answerBy?: number;
    /** True if that time is over: the request is answered as an outage, whatever happens to its work. */
    isOverdue?: boolean;
  }
}

/** Longer than any one engine may take (`STATEMENT_TIMEOUT_MS`), and shorter than the sum of all that a request may wait for. */
export const ANSWER_TIMEOUT_MS = 15_000;

/**
 * @throws TimeoutError when the time of the request is over, which is answered as an outage. Work that has begun goes on: a command may still be
 *   recorded, once. Work that has not begun by then must never begin: code that makes a request wait has to check `isOverdue` afterwards.
 */
export function inTime<T>(request: Pick<Request, 'answerBy' | 'isOverdue'>, work: Promise<T>): Promise<T> {
  request.answerBy ??= performance.now() + ANSWER_TIMEOUT_MS;
  return pTimeout(work, {
    milliseconds: Math.max(1, request.answerBy - performance.now()),
    fallback() {
      request.isOverdue = true;
      throw new TimeoutError(`Not answered within ${ANSWER_TIMEOUT_MS} ms.`);
    },
  });
}

/** Limits the time until the answer of a handler begins. Not for an upload, which takes as long as its bytes. */
@Injectable()
export class AnswerInTime implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.get(RouteMetadata, context.getHandler()).upload) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    return defer(() => inTime(request, lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
