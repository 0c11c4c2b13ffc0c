import { StreamableFile, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { POSITION_HEADER, type Success } from '@throughline/contracts';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Written } from './written.js';

/** Puts every answer into `{success, message, data}`; a file is streamed as it is. */
export class EnvelopeInterceptor implements NestInterceptor<unknown, Success<unknown> | StreamableFile> {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<Success<unknown> | StreamableFile> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((answer) => {
        if (answer instanceof StreamableFile) return answer;
        if (!(answer instanceof Written)) return success(answer);
        response.setHeader(POSITION_HEADER, String(answer.position));
        return success(answer.data);
      }),
    );
  }
}

const success = <T>(data: T): Success<T> => ({ success: true, message: 'OK', data });
