import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { LARGEST_UPLOAD, NOT_A_PDF, PDF_HEADER, TOO_BIG } from '@throughline/contracts';
import type { FileStore, StoredFile } from '@throughline/platform';
import busboy, { type Busboy } from 'busboy';
import { Refusal } from '../http/refusal.js';

/** Bytes of a form beside its file: boundaries, headers, the user id. */
const MOST_BESIDE = 16 * 1024;
/** Read and thrown away after a refusal, so that a browser, which sends all before it reads, gets to see the answer. */
const MOST_READ_AWAY = 16 * 1024 * 1024;

export interface ReceivedForm {
  readonly stored: StoredFile;
  /** The form's `userId`; empty when it names none. */
  readonly userId: string;
}

/**
 * Streams the file of a form (`multipart/form-data`: `file`, `userId`) to the file store, and stops as soon as it is too big or turns out
 * to be no PDF. When it rejects, nothing is kept. Throws a `Refusal`: 413, 415, or 400 for a form that is cut off or is not one.
 */
export async function receivePdf(request: IncomingMessage, files: FileStore): Promise<ReceivedForm> {
  const form = open(request);
  const arriving: { file?: Readable; stored?: Promise<StoredFile>; userId: string } = { userId: '' };
  try {
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_UPLOAD + MOST_BESIDE) throw tooBig();
    const stored = await new Promise<StoredFile>((resolve, reject) => {
      form.on('field', (name, value) => {
        if (name === 'userId') arriving.userId = value;
      });
      form.on('file', (name, file) => {
        arriving.file = file;
        // The store has the error as well; without a listener of its own a stream that nobody reads any more ends the process.
        file.on('error', () => undefined);
        if (name !== 'file') return reject(malformed());
        arriving.stored = files.put(Readable.from(pdfOf(file)));
        arriving.stored.catch(reject);
      });
      form.once('filesLimit', () => reject(malformed()));
      form.on('error', () => reject(malformed()));
      form.once('close', () => {
        if (arriving.stored) arriving.stored.then(resolve, reject);
        else reject(malformed());
      });
      request.once('close', () => request.complete || reject(cutOff()));
      request.pipe(form);
    });
    return { stored, userId: arriving.userId };
  } catch (error) {
    request.unpipe(form);
    readAway(request);
    arriving.file?.destroy(new Error('The form was refused.'));
    form.destroy();
    const kept = await arriving.stored?.catch(() => undefined);
    if (kept) await files.delete(kept.storageName);
    throw error;
  }
}

function open(request: IncomingMessage): Busboy {
  try {
    const limits = { files: 1, fields: 5, fieldSize: 200, fieldNameSize: 100, headerPairs: 20 };
    return busboy({ headers: request.headers, limits });
  } catch {
    throw malformed();
  }
}

/** The bytes as they come, as long as they can be those of a PDF of the allowed size. */
async function* pdfOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  let head = '';
  for await (const chunk of whole(file)) {
    size += chunk.length;
    if (size > LARGEST_UPLOAD) throw tooBig();
    if (head.length < PDF_HEADER.length) {
      head += chunk.toString('latin1', 0, PDF_HEADER.length - head.length);
      if (!PDF_HEADER.startsWith(head)) throw notPdf();
    }
    yield chunk;
  }
  if (head !== PDF_HEADER) throw notPdf();
}

/** What ends before its form does is cut off. */
async function* whole(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch {
    throw cutOff();
  }
}

function readAway(request: IncomingMessage): void {
  let left = MOST_READ_AWAY;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

const tooBig = () => new Refusal(413, 'file/too-big', TOO_BIG);
const notPdf = () => new Refusal(415, 'file/type-not-supported', NOT_A_PDF);
const cutOff = () => new Refusal(400, 'file/cut-off', 'The file did not arrive whole. Please send it again.');
const malformed = () =>
  new Refusal(400, 'request/malformed', 'The request must be a form with one file, multipart/form-data.');
