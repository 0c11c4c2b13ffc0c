import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FileStore, StoredFile } from '@throughline/platform';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { FILES } from '../engines/engines.js';
import { UserIdClaims } from '../identity/user-id-claims.js';
import { receivePdf } from './receive-pdf.js';

/** A file that was received and stored. It is deleted again after the request unless an event names it. */
export interface ReceivedFile extends StoredFile {
  /** Whether an event of the log names this stored file. If that is unknown, the worker's sweeper decides later. */
  recorded: boolean | 'unknown';
}

declare module 'express-serve-static-core' {
  interface Request {
    received?: ReceivedFile;
  }
}

/**
 * Stores the uploaded file before the command begins, so that a slow sender holds neither a lock nor a transaction. The file's hash and type
 * become the request's body: an `Idempotency-Key` then stands for this file and no other.
 */
@Injectable()
export class PdfUploadInterceptor implements NestInterceptor {
  constructor(
    @Inject(FILES) private readonly files: FileStore,
    private readonly claims: UserIdClaims,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.run(context.switchToHttp().getRequest<Request>(), next));
  }

  private async run(request: Request, next: CallHandler): Promise<unknown> {
    const { stored, userId } = await receivePdf(request, this.files);
    const received: ReceivedFile = { ...stored, recorded: false };
    const { storageName } = stored;
    try {
      await this.claims.check(request.caller, [userId]);
      request.received = received;
      request.body = { sha256: stored.sha256, userId, fileType: request.query['fileType'] };
      return await lastValueFrom(next.handle());
    } finally {
      if (received.recorded === true) await this.files.confirm(storageName);
      if (received.recorded === false) await this.files.delete(storageName);
    }
  }
}
