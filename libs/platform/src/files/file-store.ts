import type { Readable } from 'node:stream';

export interface StoredFile {
  /** Random; says nothing of the content. What `get` and `delete` take. */
  readonly storageName: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Where files are kept. Every engine keeps the promises of `file-store.contract-suite.ts`. */
export interface FileStore {
  /** Durable and whole when it resolves; when it rejects (the stream failed, say) nothing is kept. */
  put(content: Uint8Array | Readable): Promise<StoredFile>;
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
