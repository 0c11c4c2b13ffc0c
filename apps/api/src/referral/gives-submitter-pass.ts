import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import type { Written } from '../http/written.js';
import { signedIn } from '../identity/may-call.js';
import { SubmitterPasses } from '../referral-access/submitter-pass.js';

/** Gives who submits an order without signing in the pass for what follows, also with an answer that is given again. */
@Injectable()
export class GivesSubmitterPass implements NestInterceptor<Written<string>, Written<string>> {
  constructor(private readonly passes: SubmitterPasses) {}

  intercept(context: ExecutionContext, next: CallHandler<Written<string>>): Observable<Written<string>> {
    const http = context.switchToHttp();
    if (signedIn(http.getRequest<Request>().caller.actor)) return next.handle();
    const response = http.getResponse<Response>();
    return next.handle().pipe(tap(({ data }) => response.append('Set-Cookie', this.passes.cookiesFor(data))));
  }
}
