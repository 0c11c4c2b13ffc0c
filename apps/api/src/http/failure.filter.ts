import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Engines } from '../engine/engines.js';
import { failureOf } from './failure-of.js';

@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly engines: Engines) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<Request>();
    const id = request.correlationId;
    const { status, body, retryAfterSeconds, unexpected } = failureOf(error, id);
    if (unexpected) this.engines.logger.error({ err: error, correlationId: id }, 'request failed');
    // A download that broke half way: the status is out already, and cutting the connection is all that is left to say.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
    response.status(status).json(body);
  }
}
