import { createHash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of the ZIP. Pieces of a text are written as they come. */
export interface Part {
  readonly path: string;
  readonly content: Uint8Array | string | AsyncIterable<string>;
}

interface Options {
  /** Contains all parts. */
  readonly folder: string;
  readonly at: Date;
  readonly signal: AbortSignal;
  /** Whether the output is closed with the ZIP. */
  readonly end: boolean;
}

/** Writes a ZIP part by part, as fast as the output takes it. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;
  readonly #hashes = new Map<string, string>();

  constructor(
    output: Writable,
    private readonly options: Options,
  ) {
    const { signal, end } = options;
    this.#written = pipeline(this.#zip.outputStream, output, { signal, end });
    // Each call below waits for it, and rejects with it.
    this.#written.catch(() => undefined);
    this.#zip.on('error', () => undefined);
  }

  /** Hex SHA-256 of what was added, by its path. */
  get hashes(): ReadonlyMap<string, string> {
    return this.#hashes;
  }

  async add({ path, content }: Part): Promise<void> {
    const { folder, at, signal } = this.options;
    signal.throwIfAborted();
    const hash = createHash('sha256');
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    const bytes = Readable.from(hashed(pieces, (piece) => hash.update(piece)));
    this.#zip.addReadStream(bytes, `${folder}/${path}`, { mtime: at });
    await Promise.race([finished(bytes), this.#written]).finally(() => bytes.destroy());
    this.#hashes.set(path, hash.digest('hex'));
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }
}

async function* hashed(
  pieces: AsyncIterable<string> | Iterable<string | Uint8Array>,
  onPiece: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece as string);
    onPiece(bytes);
    yield bytes;
  }
}
