import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { FileEntry } from '@throughline/contracts';
import { listFiles } from '@throughline/read-models';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** GET /pdf/referral/{id}/files (ordering specification, section 2, Files tab). */
export class ListFiles extends Query<readonly FileEntry[]> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListFiles)
export class ListFilesHandler implements IQueryHandler<ListFiles> {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ referralId, minPosition, caller }: ListFiles): Promise<readonly FileEntry[]> {
    return readAt(this.engines, minPosition, async () => {
      await this.referrals.open(caller, referralId, 'Files');
      return listFiles(this.engines.db, referralId);
    });
  }
}
