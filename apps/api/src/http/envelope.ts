import {
  type ArgumentsHost,
  type CallHandler,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { POSITION_HEADER, type Success } from '@throughline/contracts';
import type { Logger } from '@throughline/platform';
import { notifiedPosition } from '@throughline/read-models';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { CommandResult } from '../command/command-context.js';
import { type ApiDatabase, DATABASE, LOGGER } from '../engines/engines.js';
import { failureOf } from './failure-of.js';

/** Wraps the result of a handler in `{success, message, data}`; a file is streamed unchanged. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, Success<unknown> | StreamableFile> {
  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<Success<unknown> | StreamableFile> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    // Read before anything else. Only for reads: the answer to a command is the same each time, and has the position of its events.
    const includes = http.getRequest<Request>().method === 'GET' ? notifiedPosition(this.database.db) : null;
    if (includes !== null) response.setHeader(POSITION_HEADER, String(includes));
    return next.handle().pipe(
      map((result) => {
        if (result instanceof StreamableFile) return result;
        if (!(result instanceof CommandResult)) return success(result);
        response.setHeader(POSITION_HEADER, String(result.position));
        return success(result.data);
      }),
    );
  }
}

const success = <T>(data: T): Success<T> => ({ success: true, message: 'OK', data });

/** Wraps the error of a handler in the envelope of a failure, and logs unexpected errors. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { correlationId } = host.switchToHttp().getRequest<Request>();
    const failure = failureOf(error, correlationId);
    if (failure.unexpected) this.logger.error({ err: error, correlationId }, 'request failed');
    // The status of a download that fails half way is already sent: only a cut connection can tell the client.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendFailure(response, failure);
  }
}

/** For errors outside a handler's filter, such as those that Express answers itself. */
export function sendFailure(
  response: Response,
  { status, body, retryAfterSeconds }: ReturnType<typeof failureOf>,
): void {
  if (status === 401) response.setHeader('WWW-Authenticate', challengeOf(body.code));
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  response.status(status).json(body);
}

/** The value of `WWW-Authenticate` of a 401 (RFC 6750, section 3): a token is required, or another one. Browsers show no dialog for it. */
const challengeOf = (code: string): string =>
  code.startsWith('identity/token-')
    ? 'Bearer realm="throughline", error="invalid_token"'
    : 'Bearer realm="throughline"';
