import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Random; says nothing of the content. What `get` and `delete` take. */
  readonly storageName: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * Where files are kept. Every engine keeps the promises of `file-store.contract-suite.ts`.
 *
 * A file is stored first and recorded then. Until `confirm` says that it was recorded it is listed as unconfirmed, so that the bytes of a
 * process that dies in between are found.
 */
export interface FileStore {
  /** Durable and whole when it resolves; when it rejects (the stream failed, say) nothing is kept. */
  put(content: Uint8Array | Readable): Promise<StoredFile>;
  /** Nothing to do for one that was confirmed, or is not there. */
  confirm(storageName: string): Promise<void>;
  /** Names of files, or parts of files, that were put before an instant and never confirmed: `limit` at most, in no order. */
  unconfirmed(before: Date, limit: number): Promise<readonly string[]>;
  /** @throws FileNotStored */
  get(storageName: string): Promise<Readable>;
  /** Nothing to do for one that is not there. */
  delete(storageName: string): Promise<void>;
}

/** There is no file of that name, or it is not a name that this store gave. */
export class FileNotStored extends Error {
  override readonly name = 'FileNotStored';

  constructor() {
    super('No file of that name is stored.');
  }
}
