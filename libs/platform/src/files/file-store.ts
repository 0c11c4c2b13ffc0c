import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface StoredFile {
  /** The argument of `get` and `delete`. It is random and reveals nothing about the content. */
  readonly storageName: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * Stores files. Every engine keeps the promises of `file-store.contract-suite.ts`.
 *
 * A file is stored first and recorded afterwards. Until `confirm` is called it is listed as unconfirmed, so that the bytes of a
 * process that dies in between are found.
 */
export interface FileStore {
  /** The file is durable and complete when it resolves. When it rejects, for example because the stream failed, nothing is kept. */
  put(content: Uint8Array | Readable): Promise<StoredFile>;
  /** Does nothing for a file that is confirmed or does not exist. */
  confirm(storageName: string): Promise<void>;
  /** Names of files, or parts of files, that were stored before an instant and never confirmed: `limit` at most, in no order. */
  unconfirmed(before: Date, limit: number): Promise<readonly string[]>;
  /** @throws FileNotStored */
  get(storageName: string): Promise<Readable>;
  /** Does nothing for a file that does not exist. */
  delete(storageName: string): Promise<void>;
}

/** The bytes of a file, if they are the ones that were recorded when it was stored. Throws what reading it throws, but `FileNotStored`. */
export async function readAsStored(
  files: Pick<FileStore, 'get'>,
  { storageName, sha256 }: Pick<StoredFile, 'storageName' | 'sha256'>,
): Promise<Buffer | 'altered' | 'missing'> {
  try {
    const content = await buffer(await files.get(storageName));
    return hash('sha256', content) === sha256 ? content : 'altered';
  } catch (error) {
    if (error instanceof FileNotStored) return 'missing';
    throw error;
  }
}

/** There is no file of that name, or the name is not one of this store. */
export class FileNotStored extends Error {
  override readonly name = 'FileNotStored';

  constructor() {
    super('No file of that name is stored.');
  }
}
