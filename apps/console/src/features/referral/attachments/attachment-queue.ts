import { ApiError } from '../../../api/api-error.js';
import type { uploadFile } from '../api/upload-file.js';

/** A file on its way to a referral. */
export interface Attachment {
  readonly key: string;
  /** Empty where it is missing. */
  readonly file: File;
  readonly status: 'chosen' | 'waiting' | 'sending' | 'sent' | 'failed' | 'canceled' | 'missing';
  /** How much of it has gone out, from 0 to 1. */
  readonly progress: number;
  /** Of a failed one: why. */
  readonly message: string | null;
  /** Of a sent one: its number in the referral. */
  readonly fileId: number | null;
}

const attachment = (file: File, status: Attachment['status']): Attachment => ({
  ...{ key: crypto.randomUUID(), file, status },
  ...{ progress: 0, message: null, fileId: null },
});

const ON_THE_WAY: readonly Attachment['status'][] = ['waiting', 'sending'];

export const isUnderWay = (files: readonly Attachment[]): boolean =>
  files.some(({ status }) => ON_THE_WAY.includes(status));

/** Names of files that are not there: a reload takes files from a page. */
export const missingOf = (names: readonly string[], files: readonly Attachment[]): readonly string[] =>
  names.filter((name) => !files.some(({ file }) => file.name === name));

/**
 * Files that were chosen, and their way to the referral once there is one: one at a time (ordering specification, section 5). One that
 * fails holds up nobody and can be sent again alone.
 */
export class AttachmentQueue {
  private list: readonly Attachment[] = [];
  private readonly listeners = new Set<() => void>();
  /** Of the commands: a file whose outcome is unknown is sent again under the same one. */
  private readonly commands = new Map<string, string>();
  private running: { readonly key: string; readonly cancel: AbortController } | null = null;
  private referralId: string | null = null;

  constructor(private readonly upload: typeof uploadFile) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly files = (): readonly Attachment[] => this.list;

  choose(file: File): void {
    this.show([...this.list, attachment(file, 'chosen')]);
  }

  /** Sends another file in the place of one that did not get there, or was refused there. */
  replace(key: string, file: File): void {
    this.show(this.list.map((one) => (one.key === key ? attachment(file, 'waiting') : one)));
    void this.run();
  }

  remove(key: string): void {
    this.show(this.list.filter((one) => one.key !== key));
  }

  /**
   * Sends what was chosen; what was sent to another referral before is no longer shown. A file that the order named and that is not
   * among them is missing.
   */
  sendTo(referralId: string, named: readonly string[] = []): void {
    this.referralId = referralId;
    const chosen = this.list.filter(({ status }) => status === 'chosen');
    const missing = missingOf(named, chosen).map((name) => attachment(new File([], name), 'missing'));
    this.show([...chosen.map((one) => ({ ...one, status: 'waiting' }) as const), ...missing]);
    void this.run();
  }

  /** Where the files go; null: not known yet. */
  readonly goesTo = (): string | null => this.referralId;

  /** After a reload: those with a number are there, and the others are missing. */
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

  private async send({ key, file }: Attachment): Promise<void> {
    const cancel = new AbortController();
    this.running = { key, cancel };
    this.change(key, { status: 'sending' });
    const idempotencyKey = this.commands.get(key) ?? crypto.randomUUID();
    this.commands.set(key, idempotencyKey);
    try {
      const { fileId } = await this.upload(this.referralId ?? '', file, {
        idempotencyKey,
        signal: cancel.signal,
        onProgress: (progress) => this.change(key, { progress }),
      });
      this.change(key, { status: 'sent', progress: 1, fileId });
    } catch (error) {
      if (error instanceof ApiError && error.isDefinite) this.commands.delete(key);
      if (cancel.signal.aborted) this.change(key, { status: 'canceled' });
      else this.change(key, { status: 'failed', message: error instanceof Error ? error.message : String(error) });
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
