import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import pTimeout from 'p-timeout';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { HttpError } from './http-error.js';
import { RouteMetadata } from './serves.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Of the monotonic clock, in ms. */
    answerBy?: number;
  }
}

/** Longer than any one engine may take (10 s), and shorter than the sum of all that a request may wait for. */
export const ANSWER_TIMEOUT_MS = 15_000;

/** Throws 503 when the time of the request is over. The work itself goes on: a command may still be recorded, once. */
export function inTime<T>(request: Pick<Request, 'answerBy'>, work: Promise<T>): Promise<T> {
  request.answerBy ??= performance.now() + ANSWER_TIMEOUT_MS;
  return pTimeout(work, {
    milliseconds: Math.max(0, request.answerBy - performance.now()),
    fallback: () => {
      throw new HttpError(
        503,
        'service/unavailable',
        'The service is briefly unavailable. Please try again: nothing will be recorded twice.',
        { retryAfterSeconds: 2 },
      );
    },
  });
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
