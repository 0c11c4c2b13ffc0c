import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { findStoredFile } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { FileLinks } from './file-link.js';

/** GET /pdf/referral/{id}/file/{fileId}: a link to the file, on the portal's own origin, good for one minute. */
export class LinkToFile extends Query<string> {
  constructor(
    readonly referralId: string,
    readonly fileId: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(LinkToFile)
export class LinkToFileHandler implements IQueryHandler<LinkToFile> {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
    private readonly links: FileLinks,
  ) {}

  async execute({ referralId, fileId, caller }: LinkToFile): Promise<string> {
    await this.referrals.open(caller, referralId, 'File');
    const file = await findStoredFile(this.engines.db, referralId, fileId);
    if (!file) throw notFound('file');
    return `/api/files/${this.links.sign({ referralId, fileId })}`;
  }
}
