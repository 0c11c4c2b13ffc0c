import { constants, inflateSync } from 'node:zlib';
import {
  isArray,
  isDictionary,
  isRegular,
  isSpace,
  NotPdfSyntax,
  type PdfDictionary,
  PdfName,
  PdfReader,
  PdfReference,
  type PdfValue,
} from './pdf-reader.js';

/** What a 2 MB document packs into one object stream is a hundredth of this. */
const LARGEST_OBJECT_STREAM = 16 * 1024 * 1024;

/** It may be in order, and cannot be looked into with reasonable means. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

/** An object stream, found and not opened yet. */
interface PackedObjects {
  readonly dictionary: PdfDictionary;
  readonly data: Uint8Array;
}

/**
 * Every object of a file, wherever it stands. Its tables of contents are not believed: two programs may read them differently, and
 * what one of them would open has to be found. An object that was replaced by a later one is therefore still there.
 */
export class PdfObjects {
  /** Every name anywhere in an object. */
  readonly names = new Set<string>();
  /** Every dictionary that names the document's root. */
  readonly trailers: PdfDictionary[] = [];
  /** Is there an object that cannot be read? */
  broken = false;
  private readonly definitions = new Map<number, PdfValue[]>();
  private readonly packed: PackedObjects[] = [];

  constructor(private readonly bytes: Buffer) {
    for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) this.readObject(at);
    for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) this.readTrailer(at + 7);
  }

  /** Of every definition, the last one first. */
  resolve(value: PdfValue | undefined): readonly PdfValue[] {
    if (!(value instanceof PdfReference)) return value === undefined ? [] : [value];
    return (this.definitions.get(value.object) ?? []).toReversed();
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    return this.resolve(value).find(isDictionary);
  }

  *all(): Iterable<PdfValue> {
    for (const values of this.definitions.values()) yield* values;
  }

  /** Objects within object streams, of which nothing is seen from outside. Throws `TooComplex`. */
  unpack(): void {
    for (const stream of this.packed) {
      try {
        this.readPacked(stream);
      } catch (error) {
        if (error instanceof TooComplex) throw error;
        this.broken = true;
      }
    }
  }

  private readObject(at: number): void {
    if (this.bytes.toString('latin1', Math.max(0, at - 3), at) === 'end') return;
    const number = isRegular(this.bytes[at + 3] ?? 0) ? null : this.numberBefore(at);
    const reader = new PdfReader(this.bytes, at + 3);
    try {
      const value = reader.value();
      this.define(number, value);
      if (isDictionary(value)) this.readStream(value, reader);
    } catch (error) {
      if (!(error instanceof NotPdfSyntax)) throw error;
      // Without a number before it it is a word in a text, or in the noise of an image.
      this.broken ||= number !== null;
    }
    for (const name of reader.names) this.names.add(name);
  }

  private readStream(dictionary: PdfDictionary, reader: PdfReader): void {
    if (dictionary.has('Root')) this.trailers.push(dictionary);
    if (!dictionary.has('First') || !reader.takes('stream')) return;
    if (this.bytes[reader.at] === 13) reader.at++;
    if (this.bytes[reader.at] === 10) reader.at++;
    this.packed.push({ dictionary, data: this.bytes.subarray(reader.at) });
  }

  private readTrailer(at: number): void {
    const reader = new PdfReader(this.bytes, at);
    try {
      const value = reader.value();
      if (isDictionary(value) && value.has('Root')) this.trailers.push(value);
    } catch (error) {
      if (!(error instanceof NotPdfSyntax)) throw error;
    }
    for (const name of reader.names) this.names.add(name);
  }

  private readPacked({ dictionary, data }: PackedObjects): void {
    const [count, first] = ['N', 'First'].map((name) => this.resolve(dictionary.get(name))[0]);
    if (typeof count !== 'number' || typeof first !== 'number') throw new NotPdfSyntax('no object stream');
    const content = this.isDeflated(dictionary) ? inflated(data) : data;
    const reader = new PdfReader(content);
    for (let n = 0; n < count; n++) {
      const [object, offset] = [reader.value(), reader.value()];
      if (typeof object !== 'number' || typeof offset !== 'number') throw new NotPdfSyntax('no object stream');
      const inner = new PdfReader(content, first + offset);
      this.define(object, inner.value());
      for (const name of inner.names) this.names.add(name);
    }
  }

  private isDeflated(dictionary: PdfDictionary): boolean {
    const [filter = null] = this.resolve(dictionary.get('Filter'));
    const filters = (isArray(filter) ? filter : [filter]).flatMap((one) => this.resolve(one).slice(0, 1));
    const [parameters = null] = this.resolve(dictionary.get('DecodeParms'));
    if (filters.every((one) => one === null)) return false;
    const [only] = filters;
    if (filters.length > 1 || parameters !== null || !(only instanceof PdfName) || only.text !== 'FlateDecode') {
      throw new TooComplex('An object stream in an unusual coding.');
    }
    return true;
  }

  private define(number: number | null, value: PdfValue): void {
    if (number === null) return;
    const definitions = this.definitions.get(number);
    if (definitions) definitions.push(value);
    else this.definitions.set(number, [value]);
  }

  /** `12 0 obj`: the 12. */
  private numberBefore(at: number): number | null {
    const spaceFrom = (end: number) => {
      let start = end;
      while (start > 0 && isSpace(this.bytes[start - 1]!)) start--;
      return start;
    };
    const digitsFrom = (end: number) => {
      let start = end;
      while (start > 0 && isDigit(this.bytes[start - 1]!)) start--;
      return start;
    };
    const generationEnd = spaceFrom(at);
    const generation = digitsFrom(generationEnd);
    const numberEnd = spaceFrom(generation);
    const number = digitsFrom(numberEnd);
    if (generation === generationEnd || numberEnd === generation || number === numberEnd) return null;
    return Number(this.bytes.toString('latin1', number, numberEnd));
  }
}

const isDigit = (byte: number) => byte >= 48 && byte <= 57;

function inflated(data: Uint8Array): Buffer {
  try {
    return inflateSync(data, { maxOutputLength: LARGEST_OBJECT_STREAM, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooComplex('An object stream of more than 16 MB.');
    throw new NotPdfSyntax('an object stream that cannot be opened');
  }
}
