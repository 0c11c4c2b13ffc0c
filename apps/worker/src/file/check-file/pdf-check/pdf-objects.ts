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

/**
 * Bytes that all object streams of a file may unpack to, together: what is read of them stays in memory, outside the heap that the thread
 * is limited to. A document of 2 MB packs about a fiftieth of this.
 */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024;

/**
 * A limit to all reading, as a multiple of the bytes of the file and of what is unpacked from it. Objects stand one behind the other and
 * are read once; a file in which an object begins at every word and none ends would take quadratic time.
 */
const MAX_READS_OF_A_BYTE = 16;

/** The file may be sound, but checking it would take too many resources. */
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
  private readonly repeated: PdfDictionary[] = [];
  private readonly definitions = new Map<number, PdfValue[]>();
  private readonly packed: PackedObjects[] = [];
  private unpackedBytes = 0;
  private bytesToRead = 0;

  /** Throws `TooComplex`. */
  constructor(private readonly bytes: Buffer) {
    this.allowReading(bytes);
    for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) this.readObject(at);
    for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) this.readTrailer(at + 7);
  }

  /** Of every definition, the last one first. One that is a reference again is followed, `depth` of them at most. */
  resolve(value: PdfValue | undefined, depth = 5): readonly PdfValue[] {
    if (!(value instanceof PdfReference)) return value === undefined ? [] : [value];
    const definitions = (this.definitions.get(value.object) ?? []).toReversed();
    return depth === 0 ? [] : definitions.flatMap((one) => this.resolve(one, depth - 1));
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    return this.resolve(value).find(isDictionary);
  }

  /** Every dictionary, also within others. */
  *dictionaries(): Iterable<PdfDictionary> {
    const toDo: PdfValue[] = [...this.repeated, ...this.trailers];
    for (const values of this.definitions.values()) for (const value of values) toDo.push(value);
    for (let value = toDo.pop(); value !== undefined; value = toDo.pop()) {
      // One by one: what is spread into a call has to fit the stack.
      if (isArray(value)) for (const inner of value) toDo.push(inner);
      if (!isDictionary(value)) continue;
      for (const inner of value.values()) toDo.push(inner);
      yield value;
    }
  }

  /** Objects within object streams, of which nothing is seen from outside, up to a stream that cannot be read. Throws `TooComplex`. */
  unpack(): void {
    for (const stream of this.packed) {
      try {
        this.readPacked(stream);
      } catch (error) {
        if (error instanceof TooComplex) throw error;
        this.broken = true;
        return;
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
    this.take(reader);
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
    this.take(reader);
  }

  private allowReading({ length }: Uint8Array): void {
    this.bytesToRead += MAX_READS_OF_A_BYTE * length;
  }

  private count({ bytesRead }: PdfReader): void {
    this.bytesToRead -= bytesRead;
    if (this.bytesToRead < 0) throw new TooComplex('Objects that overlap.');
  }

  private take(reader: PdfReader): void {
    this.count(reader);
    const { names, repeated } = reader;
    for (const name of names) this.names.add(name);
    for (const dictionary of repeated) this.repeated.push(dictionary);
  }

  private readPacked({ dictionary, data }: PackedObjects): void {
    const [count, first] = ['N', 'First'].map((name) => this.resolve(dictionary.get(name))[0]);
    if (typeof count !== 'number' || typeof first !== 'number') throw new NotPdfSyntax('no object stream');
    const content = this.isDeflated(dictionary) ? this.inflated(data) : data;
    const reader = new PdfReader(content);
    try {
      for (let n = 0; n < count; n++) this.readPackedObject(reader, content, first);
    } finally {
      this.count(reader);
    }
  }

  /** `index` says where in `content` the object is. */
  private readPackedObject(index: PdfReader, content: Uint8Array, first: number): void {
    const [object, offset] = [index.value(), index.value()];
    if (typeof object !== 'number' || typeof offset !== 'number') throw new NotPdfSyntax('no object stream');
    if (first + offset < 0) throw new NotPdfSyntax('an object before the first byte');
    const inner = new PdfReader(content, first + offset);
    this.define(object, inner.value());
    this.take(inner);
  }

  private inflated(data: Uint8Array): Buffer {
    const maxOutputLength = Math.max(1, MAX_UNPACKED_BYTES - this.unpackedBytes);
    try {
      const content = inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      this.unpackedBytes += content.length;
      this.allowReading(content);
      return content;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new TooComplex('Object streams of more than 8 MB.');
      throw new NotPdfSyntax('an object stream that cannot be opened');
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
