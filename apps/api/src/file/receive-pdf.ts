import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_UPLOAD_BYTES, NOT_A_PDF, startOfPdf, TOO_BIG } from '@throughline/contracts';
import type { FileStore, StoredFile } from '@throughline/platform';
import busboy, { type Busboy, type FieldInfo } from 'busboy';
import type { Request } from 'express';
import { HttpError } from '../http/http-error.js';
import { takeUpload } from '../http/limits/take-upload.js';

/** The size of everything in a form except its file: boundaries, headers, the user id. */
const MAX_FORM_OVERHEAD_BYTES = 16 * 1024;
const FORM_LIMITS = { files: 1, fields: 5, fieldSize: 200, fieldNameSize: 100, headerPairs: 20 };

export interface ReceivedForm {
  readonly stored: StoredFile;
  /** The form's `userId`; empty if it has none. */
  readonly userId: string;
}

/**
 * Streams the file of a form (`multipart/form-data`: `file`, `userId`) to the file store, and stops as soon as it is too big or turns out
 * not to be a PDF. If it rejects, nothing stays stored. Throws an `HttpError`: 413, 415, 408, or 400 for a form that is cut off or
 * malformed.
 */
export function receivePdf(request: Request, files: FileStore): Promise<ReceivedForm> {
  const limits = { maxBytes: MAX_UPLOAD_BYTES + MAX_FORM_OVERHEAD_BYTES, tooLarge };
  return takeUpload(request, limits, (body) => parseForm(body, request, files));
}

async function parseForm(body: Readable, { headers }: Request, files: FileStore): Promise<ReceivedForm> {
  const form = openParser(headers);
  let userId = '';
  let stored: Promise<StoredFile> | undefined;
  let failure: Error | undefined;
  /** Ends the parser and every reader that waits for more of the form. The first failure is thrown. */
  const fail = (error: Error) => {
    failure ??= error;
    form.destroy(error);
  };
  // After some of its errors the parser does not end by itself.
  form.on('error', () => fail(malformed()));
  /**
   * Handles an event of the parser. An exception in a handler fails the form; thrown through the parser, it would end the process. After a
   * failure, the parser still reports the rest of its current chunk: that is ignored, because a file that begins there would never end.
   */
  const handle = <Args extends unknown[]>(event: string, handler: (...args: Args) => void) =>
    form.on(event, (...args: Args) => {
      try {
        if (!failure) handler(...args);
      } catch (error) {
        fail(error as Error);
      }
    });
  // Contrary to the parser's types, a part may have no name.
  handle('field', (name: string | undefined, value: string, { nameTruncated, valueTruncated }: FieldInfo) => {
    const isTruncated =
      name === undefined || name.length > FORM_LIMITS.fieldNameSize || nameTruncated || valueTruncated;
    if (isTruncated) throw malformed();
    if (name === 'userId') userId = value;
  });
  handle('file', (name: string | undefined, file: Readable) => {
    file.on('error', () => undefined); // the store handles it as well, unless it has stopped reading
    if (name !== 'file') throw malformed();
    stored = files.put(Readable.from(pdfOf(file)));
    stored.catch(fail);
  });
  for (const limitEvent of ['filesLimit', 'fieldsLimit', 'partsLimit']) {
    handle(limitEvent, () => {
      throw malformed();
    });
  }
  try {
    await pipeline(body, form);
    if (!stored) throw malformed();
    return { stored: await stored, userId };
  } catch {
    const kept = await stored?.catch(() => undefined);
    if (kept) await files.delete(kept.storageName);
    // A fault of the sender comes first; then a failure of the store, or a malformed form.
    throw body.errored instanceof HttpError ? body.errored : (failure ?? malformed());
  }
}

function openParser(headers: Request['headers']): Busboy {
  try {
    return busboy({ headers, limits: FORM_LIMITS });
  } catch {
    throw malformed();
  }
}

/** Passes the bytes on from the PDF's header. Throws as soon as they cannot be a PDF of the allowed size. */
async function* pdfOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of untilCutOff(file)) {
    size += chunk.length;
    if (size > MAX_UPLOAD_BYTES) throw tooLarge();
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const start = startOfPdf(head);
    if (start === 'nowhere') throw notPdf();
    if (start === 'unknown') continue;
    yield head.subarray(start);
    head = null;
  }
  if (head !== null) throw notPdf();
}

/** The file's bytes. If the file ends before its form does, the form is malformed. */
async function* untilCutOff(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch {
    throw malformed();
  }
}

const tooLarge = () => new HttpError(413, 'file/too-big', TOO_BIG);
const notPdf = () => new HttpError(415, 'file/type-not-supported', NOT_A_PDF);
const malformed = () =>
  new HttpError(400, 'request/malformed', 'The request must be a form with one file, multipart/form-data.');
