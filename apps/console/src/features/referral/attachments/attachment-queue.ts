import type { FileType } from '@throughline/domain';
import { ApiError, isInDoubt } from '../../../api/api-error.js';
import type { CallOptions } from '../../../api/api.js';

type FileWithType = Pick<Attachment, 'file' | 'fileType'>;

/** Uploads a PDF to a referral. Resolves with the file's number in it. */
type Upload = (
  referralId: string,
  sent: FileWithType,
  options: Required<Omit<CallOptions, 'withdraws' | 'meta'>>,
) => Promise<{ readonly fileId: number }>;

export interface Attachment {
  readonly key: string;
  /** A placeholder without content if the file is missing. */
  readonly file: File;
  readonly fileType: FileType;
  readonly status: 'chosen' | 'waiting' | 'sending' | 'sent' | 'failed' | 'canceled' | 'missing';
  /** The uploaded share, from 0 to 1. */
  readonly progress: number;
  /** Why a failed file was not uploaded. */
  readonly message: string | null;
  /** Whether uploading a failed file again may succeed. */
  readonly canBeSentAgain: boolean;
  /** Whether a failed file may have arrived, because there was no answer. */
  readonly mayHaveArrived: boolean;
  /** The number of an uploaded file in its referral; null: not uploaded. */
  readonly fileId: number | null;
}

/** The type of an order's file until its sender chooses another. */
export const ORDER_FILE_TYPE: FileType = 'Order';

const attachment = (file: File, status: Attachment['status'], fileType: FileType = ORDER_FILE_TYPE): Attachment => ({
  key: crypto.randomUUID(),
  file,
  fileType,
  status,
  progress: 0,
  message: null,
  canBeSentAgain: false,
  mayHaveArrived: false,
  fileId: null,
});

const ON_THE_WAY: readonly Attachment['status'][] = ['waiting', 'sending'];

export const isUnderWay = (files: readonly Attachment[]): boolean =>
  files.some(({ status }) => ON_THE_WAY.includes(status));

/** The names for which there is no file, because a reload loses the chosen files. */
export const missingOf = (names: readonly string[], files: readonly Attachment[]): readonly string[] =>
  names.filter((name) => !files.some(({ file }) => file.name === name));

function failureOf(error: unknown): Partial<Attachment> {
  const canBeSentAgain = !(error instanceof ApiError) || error.canBeTriedAgain;
  const message = error instanceof Error ? error.message : String(error);
  return { status: 'failed', message, canBeSentAgain, mayHaveArrived: isInDoubt(error) };
}

/**
 * Uploads the chosen files one at a time, once the referral exists (ordering specification, section 5). A file that fails does not stop the
 * others, and can be retried.
 */
export class AttachmentQueue {
  private list: readonly Attachment[] = [];
  private readonly listeners = new Set<() => void>();
  /** Idempotency keys by file. A file whose outcome is unknown is uploaded again with the same key. */
  private readonly commands = new Map<string, string>();
  private running: { readonly key: string; readonly cancel: AbortController } | null = null;
  private referralId: string | null = null;
  private readonly checks = new Set<Promise<boolean>>();

  constructor(private readonly upload: Upload) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly files = (): readonly Attachment[] => this.list;

  choose(file: File, fileType?: FileType): void {
    this.show([...this.list, attachment(file, 'chosen', fileType)]);
  }

  /** Sets the type of a file that was not uploaded yet. */
  setType(key: string, fileType: FileType): void {
    this.change(key, { fileType });
  }

  /** Registers a running check of chosen files, which resolves with whether all of them were accepted. */
  addCheck(check: Promise<boolean>): void {
    this.checks.add(check);
    void check.finally(() => this.checks.delete(check));
  }

  /** Waits for all checks. Resolves with whether all files were accepted. An order waits for this, so that no file is left out. */
  async allAccepted(): Promise<boolean> {
    let all = true;
    while (this.checks.size > 0) all = (await Promise.all(this.checks)).every(Boolean) && all;
    return all;
  }

  /** Uploads another file in place of one that failed or was refused. */
  replace(key: string, file: File): void {
    this.show(this.list.map((one) => (one.key === key ? attachment(file, 'waiting', one.fileType) : one)));
    void this.run();
  }

  remove(key: string): void {
    this.show(this.list.filter((one) => one.key !== key));
  }

  /**
   * Uploads the chosen files, and removes files of an earlier referral from the list. A file that the order names and that was not chosen
   * is listed as missing.
   */
  sendTo(referralId: string, named: readonly string[] = []): void {
    this.referralId = referralId;
    const chosen = this.list.filter(({ status }) => status === 'chosen');
    const missing = missingOf(named, chosen).map((name) => attachment(new File([], name), 'missing'));
    this.show([...chosen.map((one) => ({ ...one, status: 'waiting' }) as const), ...missing]);
    void this.run();
  }

  /** The referral of the files; null: not known yet. */
  readonly getReferralId = (): string | null => this.referralId;

  /** Restores the list after a reload. A file without a number is missing. */
  resume(referralId: string, files: readonly { readonly name: string; readonly fileId: number | null }[]): void {
    this.referralId = referralId;
    this.show(
      files.map(({ name, fileId }) => ({
        ...attachment(new File([], name), fileId === null ? 'missing' : 'sent'),
        fileId,
      })),
    );
  }

  retry(key: string): void {
    this.change(key, { status: 'waiting', progress: 0, message: null });
    void this.run();
  }

  cancel(key: string): void {
    if (this.running?.key === key) this.running.cancel.abort();
    else this.change(key, { status: 'canceled' });
  }

  clear(): void {
    this.running?.cancel.abort();
    this.show([]);
  }

  private async run(): Promise<void> {
    if (this.running !== null) return;
    for (let next = this.next(); next !== undefined; next = this.next()) await this.send(next);
  }

  private next(): Attachment | undefined {
    return this.list.find(({ status }) => status === 'waiting');
  }

  private async send({ key, file, fileType }: Attachment): Promise<void> {
    const cancel = new AbortController();
    this.running = { key, cancel };
    this.change(key, { status: 'sending' });
    const idempotencyKey = this.commands.get(key) ?? crypto.randomUUID();
    this.commands.set(key, idempotencyKey);
    try {
      const { fileId } = await this.upload(
        this.referralId ?? '',
        { file, fileType },
        {
          idempotencyKey,
          signal: cancel.signal,
          onProgress: (progress) => this.change(key, { progress }),
        },
      );
      this.change(key, { status: 'sent', progress: 1, fileId });
    } catch (error) {
      if (error instanceof ApiError && error.isDefinite) this.commands.delete(key);
      if (cancel.signal.aborted) this.change(key, { status: 'canceled' });
      else this.change(key, failureOf(error));
    } finally {
      this.running = null;
    }
  }

  private change(key: string, changed: Partial<Attachment>): void {
    this.show(this.list.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  }

  private show(list: readonly Attachment[]): void {
    this.list = list;
    for (const listener of this.listeners) listener();
  }
}
