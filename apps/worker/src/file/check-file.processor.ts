import { buffer } from 'node:stream/consumers';
import { checkFile } from '@throughline/contracts';
import {
  type FileCommand,
  fileDecider,
  type FileEvent,
  type FileFault,
  type Recorded,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { FileStore, Logger } from '@throughline/platform';
import { type JobProcessor, NotYet } from '../queue/job-definition.js';
import { checkPdf } from './pdf-check/check-pdf.js';
import { type FileScanner, ScannerAway } from './virus-scan/file-scanner.js';

type Data = { readonly referralId: string; readonly fileId: number };
type Uploaded = Extract<Recorded<FileEvent>, { type: 'FileUploaded' }>;

const SCAN_AGAIN_MS = 15_000;

/** Says of an uploaded file whether it may be given out. What cannot be said now is said later: nothing passes unchecked. */
export class CheckFileProcessor implements JobProcessor<Data> {
  readonly job = checkFile;

  constructor(
    private readonly store: EventStore,
    private readonly files: FileStore,
    private readonly scanner: FileScanner,
    private readonly log: Logger,
  ) {}

  async process({ referralId, fileId }: Data): Promise<void> {
    const { state } = await readState(this.store, fileDecider, referralId);
    const check = state.uploads.find((file) => file.fileId === fileId)?.check;
    if (check === undefined || check === 'accepted') return;
    const uploaded = await this.upload(referralId, fileId);
    // Nobody is ever given what is refused; a process may have died over one.
    if (check === 'refused' || (await this.refuses(uploaded))) await this.files.delete(uploaded.data.storageName);
  }

  /** False also when somebody else’s word that it is good came first: that one stays. */
  private async refuses({ data, metadata }: Uploaded): Promise<boolean> {
    const { referralId, fileId, storageName } = data;
    const fault = await this.faultOf(await buffer(await this.files.get(storageName)));
    const { eventId, correlationId } = metadata;
    const at = new Date().toISOString();
    const outcome = { referralId, fileId, checkedAt: at };
    const command: FileCommand = fault
      ? { type: 'RejectFile', data: { ...outcome, reason: fault } }
      : { type: 'AcceptFile', data: outcome };
    const commandId = derivedCommandId(eventId, checkFile.name);
    const context = { commandId, actor: SYSTEM_ACTOR, at, correlationId, causationId: eventId };
    const { events } = await handleCommand(this.store, { decider: fileDecider, id: referralId, command, context });
    return events.some(({ type }) => type === 'FileRejectedByScan');
  }

  private async faultOf(bytes: Buffer): Promise<FileFault | null> {
    try {
      if (await this.scanner.isInfected(bytes)) return 'infected';
    } catch (error) {
      if (!(error instanceof ScannerAway)) throw error;
      this.log.warn({ err: error }, 'a file waits for its virus scan');
      throw new NotYet(Date.now() + SCAN_AGAIN_MS);
    }
    return checkPdf(bytes);
  }

  private async upload(referralId: string, fileId: number): Promise<Uploaded> {
    for await (const event of this.store.readStream(`${fileDecider.category}-${referralId}`, {})) {
      const recorded = event as Recorded<FileEvent>;
      if (recorded.type === 'FileUploaded' && recorded.data.fileId === fileId) return recorded;
    }
    throw new Error('A file that waits for its check was never uploaded.');
  }
}
