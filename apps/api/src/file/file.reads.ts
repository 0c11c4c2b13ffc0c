import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { fileRoutes } from '@throughline/contracts';
import { fileDecider, type FileEvent, recordedFileIn } from '@throughline/domain';
import { type EventStore, readEvents } from '@throughline/event-store';
import { type FileStore, type Logger, readAsStored } from '@throughline/platform';
import { hasSubmissionPdf, isFileShown, listFiles } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE, EVENT_STORE, FILES, LOGGER } from '../engines/engines.js';
import { ReadModels } from '../engines/read-models.js';
import { HttpError, notFound } from '../http/http-error.js';
import type { RouteRequest } from '../http/serves.js';
import type { Caller } from '../identity/caller.js';
import { Callers } from '../identity/callers.js';
import { CaseReads } from '../referral-access/case-reads.js';
import { dispositionOf, FileLinks, type LinkedFile, linkExpired, notAsStored } from '../referral-access/file-links.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

export type FileRequest<Name extends keyof typeof fileRoutes> = RouteRequest<(typeof fileRoutes)[Name]>;

@Injectable()
export class FileReads {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(FILES) private readonly files: FileStore,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
    private readonly cases: CaseReads,
    private readonly links: FileLinks,
    private readonly callers: Callers,
    private readonly accessLog: AccessLog,
  ) {}

  /** GET /pdf/referral/{id}/files (ordering specification, section 2, Files tab). */
  list(request: FileRequest<'list'>) {
    const { id } = request.params;
    return this.cases.read(request, { id, screen: 'Files', who: 'signedIn' }, ({ db }) => listFiles(db, id));
  }

  /**
   * GET /pdf/referral/{id}/file/{fileId}: a link to the file on the portal's own origin, valid for one minute. It shows nothing; each time
   * that it is followed is recorded.
   */
  link({ params: { id: referralId, fileId }, query: { minPosition }, caller }: FileRequest<'link'>) {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.require(caller, referralId);
      if (!(await isFileShown(db, referralId, fileId))) throw notFound('file');
      await this.readAsStored(referralId, fileId);
      const { actor, sessionHash } = caller;
      const file = { kind: 'file', referralId, fileId: String(fileId) } as const;
      return `/api/files/${this.links.sign({ ...file, userId: actor.userId ?? '', sessionHash })}`;
    });
  }

  /** GET /pdf/referral/{id}/generate: whether the submission PDF exists. The worker generates it once for every referral. */
  readSubmissionPdf({ params: { id }, query: { minPosition }, caller }: FileRequest<'readSubmissionPdf'>) {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.requireSubmission(caller, id);
      return { ready: await hasSubmissionPdf(db, id) };
    });
  }

  /**
   * GET /files/{token}: the content of a linked file, for the person for whom the link was made. A browser saves it under the referral's
   * id and the file's name (ordering specification, section 7).
   */
  async fetch({ params: { token }, caller }: FileRequest<'fetch'>): Promise<StreamableFile> {
    const link = this.links.verify('file', token);
    const reader = link && (await this.findReader(link, caller));
    if (!reader) throw linkExpired();
    const { referralId } = link;
    const fileId = Number(link.fileId);
    // A row says that the file was checked, and an event what its bytes are.
    if (!(await isFileShown(this.database.db, referralId, fileId))) throw linkExpired();
    const { fileName, content } = await this.readAsStored(referralId, fileId);
    const shown = { referralIds: [referralId], rowIds: [String(fileId)] };
    await this.accessLog.record({ caller: reader, screen: 'File', ...shown, outcome: 'downloaded' });
    return new StreamableFile(content, {
      type: 'application/pdf',
      disposition: dispositionOf(referralId, fileName),
      length: content.byteLength,
    });
  }

  /** A file, if its bytes are still the ones that its event recorded. */
  private async readAsStored(
    referralId: string,
    fileId: number,
  ): Promise<{ readonly fileName: string; readonly content: Buffer }> {
    const events = await readEvents<FileEvent>(this.store, `${fileDecider.category}-${referralId}`, {});
    const recorded = events.map(recordedFileIn).find((file) => file?.fileId === fileId);
    const content = recorded ? await readAsStored(this.files, recorded) : 'missing';
    if (recorded && typeof content !== 'string') return { fileName: recorded.fileName, content };
    this.logger.error(
      { referralId, fileId, found: content },
      'a file is not as it was stored; audit verify finds all such',
    );
    throw notAsStored();
  }

  /**
   * The person for whom the link was made. Rights that they lost since count: then undefined, and their next attempt to open the file says
   * what changed.
   */
  private async findReader(
    { userId, referralId, sessionHash }: LinkedFile,
    caller: Caller,
  ): Promise<Caller | undefined> {
    try {
      const reader = { ...caller, ...(await this.callers.findPerson(userId)), sessionHash };
      await this.referrals.confirm(reader, referralId);
      return reader;
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) return undefined;
      throw error;
    }
  }
}
