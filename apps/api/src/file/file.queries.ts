import type { Readable } from 'node:stream';
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { FileEntry, GenerateAnswer } from '@throughline/contracts';
import type { FileStore } from '@throughline/platform';
import { findStoredFile, hasSubmissionPdf, listFiles } from '@throughline/read-models';
import { type ApiDatabase, DATABASE, FILES } from '../engines/engines.js';
import { reachPosition, ReadModels } from '../engines/read-models.js';
import { HttpError, notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { Callers } from '../identity/callers.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { FileLinks, type LinkedFile } from './file-links.js';

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
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ListFiles): Promise<readonly FileEntry[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Files');
      return listFiles(db, referralId);
    });
  }
}

/** GET /pdf/referral/{id}/generate: whether the submission PDF exists. The worker makes it once for every referral. */
export class ReadSubmissionPdf extends Query<GenerateAnswer> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadSubmissionPdf)
export class ReadSubmissionPdfHandler implements IQueryHandler<ReadSubmissionPdf> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ReadSubmissionPdf): Promise<GenerateAnswer> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.requireSubmission(caller, referralId);
      return { ready: await hasSubmissionPdf(db, referralId) };
    });
  }
}

/** GET /pdf/referral/{id}/file/{fileId}: a link to the file on the portal's own origin, valid for one minute. */
export class LinkToFile extends Query<string> {
  constructor(
    readonly referralId: string,
    readonly fileId: number,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(LinkToFile)
export class LinkToFileHandler implements IQueryHandler<LinkToFile> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly referrals: ReadableReferrals,
    private readonly links: FileLinks,
  ) {}

  async execute({ referralId, fileId, minPosition, caller }: LinkToFile): Promise<string> {
    await reachPosition(this.database.db, minPosition);
    await this.referrals.open(caller, referralId, 'File');
    const file = await findStoredFile(this.database.db, referralId, fileId);
    if (!file) throw notFound('file');
    return `/api/files/${this.links.sign({ referralId, fileId, userId: caller.actor.userId ?? '' })}`;
  }
}

export interface FetchedFile {
  readonly content: Readable;
  /** Bytes. */
  readonly size: number;
  /** The name under which a browser saves it: the referral's id (ordering specification, section 7). */
  readonly name: string;
}

/** GET /files/{token}: the content of a linked file, for the person that the link was made for. */
export class FetchFile extends Query<FetchedFile> {
  constructor(
    readonly token: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(FetchFile)
export class FetchFileHandler implements IQueryHandler<FetchFile> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(FILES) private readonly files: FileStore,
    private readonly links: FileLinks,
    private readonly callers: Callers,
    private readonly referrals: ReadableReferrals,
  ) {}

  async execute({ token, caller }: FetchFile): Promise<FetchedFile> {
    const link = this.links.verify(token);
    if (!link || !(await this.mayStillRead(link, caller))) throw linkExpired();
    const stored = await findStoredFile(this.database.db, link.referralId, link.fileId);
    if (!stored) throw linkExpired();
    const content = await this.files.get(stored.storageName);
    return { content, size: stored.size, name: `${link.referralId}.pdf` };
  }

  /** What was taken from the person since the link was made counts. Their next attempt to open the file says what it was. */
  private async mayStillRead({ userId, referralId }: LinkedFile, caller: Caller): Promise<boolean> {
    try {
      const person = await this.callers.findPerson(userId);
      await this.referrals.confirm({ ...caller, ...person }, referralId);
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) return false;
      throw error;
    }
  }
}

const linkExpired = () => new HttpError(404, 'file/link-expired', 'This link has expired. Please open the file again.');
