import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { StoredFile } from '@throughline/platform';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Engines } from '../engine/engines.js';
import { UserIdClaims } from '../identity/user-id-claims.js';
import { receivePdf } from './receive-pdf.js';

/** A file that came with a request. Its bytes go again with the request unless an event holds them. */
export interface ReceivedFile extends StoredFile {
  /** Does an event of the log name these very bytes? What nobody knows the worker finds out later. */
  recorded: boolean | 'unknown';
}

declare module 'express-serve-static-core' {
  interface Request {
    received?: ReceivedFile;
  }
}

/**
 * Takes the file in before the command begins: however slowly it comes, no turn and no transaction waits for it. What is left of
 * it as the request's body is its hash, so that an `Idempotency-Key` stands for this file and no other.
 */
@Injectable()
export class ReceivesPdf implements NestInterceptor {
  constructor(
    private readonly engines: Engines,
    private readonly claims: UserIdClaims,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.run(context.switchToHttp().getRequest<Request>(), next));
  }

  private async run(request: Request, next: CallHandler): Promise<unknown> {
    const { files } = this.engines;
    const { stored, userId } = await receivePdf(request, files);
    const received: ReceivedFile = { ...stored, recorded: false };
    const { storageName } = stored;
    try {
      await this.claims.check(request.caller, [userId]);
      request.received = received;
      request.body = { sha256: stored.sha256, userId };
      return await lastValueFrom(next.handle());
    } finally {
      if (received.recorded === true) await files.confirm(storageName);
      if (received.recorded === false) await files.delete(storageName);
    }
  }
}
