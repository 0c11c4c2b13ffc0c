import type { Readable } from 'node:stream';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { findStoredFile } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { Refusal } from '../http/refusal.js';
import { FileLinks } from './file-link.js';

export interface FetchedFile {
  readonly content: Readable;
  /** Bytes. */
  readonly size: number;
  /** What a browser saves it as: after the referral (ordering specification, section 7). */
  readonly name: string;
}

/** GET /files/{token}: the bytes that a signed link stands for. */
export class FetchFile extends Query<FetchedFile> {
  constructor(readonly token: string) {
    super();
  }
}

@QueryHandler(FetchFile)
export class FetchFileHandler implements IQueryHandler<FetchFile> {
  constructor(
    private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  async execute({ token }: FetchFile): Promise<FetchedFile> {
    const linked = this.links.verify(token);
    const stored = linked && (await findStoredFile(this.engines.db, linked.referralId, linked.fileId));
    if (!linked || !stored) {
      throw new Refusal(
        404,
        'file/link-expired',
        'This link has expired. Please open the file again from its referral.',
      );
    }
    const content = await this.engines.files.get(stored.storageName);
    return { content, size: stored.size, name: `${linked.referralId}.pdf` };
  }
}
