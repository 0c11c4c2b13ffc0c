import { constants, inflateSync } from 'node:zlib';
import { isDeflated, objectNumberBefore, TooComplex } from './object-syntax.js';
import { NotPdfSyntax, PdfReader } from './pdf-reader.js';
import {
  isArray,
  isDictionary,
  latin1,
  type PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfValue,
} from './pdf-values.js';

/**
 * The total of bytes that all object streams of a file may inflate to: they stay in memory, outside the heap limit of the thread. The
 * object streams of a 2 MB document inflate to about a fiftieth of this.
 */
const MAX_INFLATED_BYTES = 8 * 1024 * 1024;

/**
 * Limits the total work, as a multiple of the bytes of the file and of its inflated object streams. Reading a byte and looking at a
 * definition are one step each. Objects follow one another and are read once. A file in which an object begins at every word and none ends,
 * or in which one object is defined and referred to many times, would take quadratic time.
 */
const MAX_STEPS_PER_BYTE = 16;

/** An object stream that has not been inflated yet. */
interface ObjectStream {
  readonly dictionary: PdfDictionary;
  readonly data: Uint8Array;
}

/**
 * Every object of a file. Cross-reference tables are not used, because two viewers may read them differently and what either of them would
 * open has to be found. So objects that an incremental update replaced are included as well.
 */
export class PdfObjects {
  /** Every name that is used anywhere in an object, as a value or as a key. */
  readonly names = new Set<string>();
  readonly keys = new Set<string>();
  /** Every trailer, and every other dictionary that has a `Root`. */
  readonly trailers: PdfDictionary[] = [];
  /** Whether the file has an object that cannot be read, or that viewers read in different ways. */
  broken = false;
  private readonly values: PdfValue[] = [];
  private readonly streams = new Set<PdfDictionary>();
  private readonly definitions = new Map<number, PdfValue[]>();
  private readonly objectStreams: ObjectStream[] = [];
  private inflatedBytes = 0;
  private stepsLeft = 0;

  /** Throws `TooComplex`. */
  constructor(private readonly bytes: Buffer) {
    this.allowStepsFor(bytes);
    for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) this.readObject(at);
    for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7)) this.readTrailer(at + 7);
  }

  /**
   * The possible values: the value itself, or every definition of the object that it refers to, the last one first. Throws `TooComplex`.
   */
  resolve(value: PdfValue | undefined): readonly PdfValue[] {
    if (!(value instanceof PdfReference)) return value === undefined ? [] : [value];
    const resolved: PdfValue[] = [];
    const followed = new Set<number>();
    const references = [value];
    for (let reference = references.pop(); reference !== undefined; reference = references.pop()) {
      if (followed.has(reference.object)) continue;
      followed.add(reference.object);
      const definitions = this.definitions.get(reference.object) ?? [];
      this.spend(definitions.length);
      for (const definition of definitions.toReversed()) {
        if (definition instanceof PdfReference) references.push(definition);
        else resolved.push(definition);
      }
    }
    return resolved;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | undefined {
    return this.resolve(value).find(isDictionary);
  }

  /** Whether the dictionary belongs to a stream: data follow it. */
  isOfStream(dictionary: PdfDictionary): boolean {
    return this.streams.has(dictionary);
  }

  /** Every dictionary, nested ones included. */
  *dictionaries(): Iterable<PdfDictionary> {
    const stack = [...this.values];
    for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
      // Pushed one by one, because the arguments of a single call must fit the stack.
      if (isArray(value)) for (const inner of value) stack.push(inner);
      if (!isDictionary(value)) continue;
      for (const inner of value.values()) stack.push(inner);
      yield value;
    }
  }

  /** Reads the objects in object streams, up to a stream that cannot be read. Throws `TooComplex`. */
  unpack(): void {
    for (const stream of this.objectStreams) {
      try {
        this.readObjectStream(stream);
      } catch (error) {
        if (!(error instanceof NotPdfSyntax)) throw error;
        this.broken = true;
        return;
      }
    }
  }

  /** `at` is the offset of a word that ends in `obj`. */
  private readObject(at: number): void {
    if (this.bytes.toString('latin1', Math.max(0, at - 3), at) === 'end') return;
    const object = objectNumberBefore(this.bytes, at);
    const reader = new PdfReader(this.bytes, at + 3);
    try {
      if (object === 'ambiguous') throw new NotPdfSyntax('a header that viewers read differently');
      const value = reader.value();
      if (object !== null) this.define(object, value);
      if (isDictionary(value)) this.readStream(value, reader);
    } catch (error) {
      if (!(error instanceof NotPdfSyntax)) throw error;
      // Without a header, the word is part of a text, or noise in an image.
      this.broken ||= object !== null;
    }
    this.collect(reader);
  }

  private readStream(dictionary: PdfDictionary, reader: PdfReader): void {
    if (dictionary.has('Root')) this.trailers.push(dictionary);
    const type = dictionary.get('Type');
    const isObjectStream = dictionary.has('First') || (type instanceof PdfName && type.text === 'ObjStm');
    reader.skipSpace();
    if (this.bytes.subarray(reader.at, reader.at + 6).toString('latin1') === 'stream') this.streams.add(dictionary);
    if (!isObjectStream || !reader.takes('stream')) return;
    if (this.bytes[reader.at] === 13) reader.at++;
    else if (this.bytes[reader.at] !== 10)
      throw new NotPdfSyntax('an object stream without a line end before its data');
    if (this.bytes[reader.at] === 10) reader.at++;
    this.objectStreams.push({ dictionary, data: this.bytes.subarray(reader.at) });
  }

  private readTrailer(at: number): void {
    const reader = new PdfReader(this.bytes, at);
    reader.skipSpace();
    const isTrailer = latin1(this.bytes, reader.at, reader.at + 2) === '<<';
    try {
      const value = isTrailer && reader.value();
      if (!isDictionary(value)) return;
      this.trailers.push(value);
      this.values.push(value);
    } catch (error) {
      if (!(error instanceof NotPdfSyntax)) throw error;
      this.broken = true;
    } finally {
      this.collect(reader);
    }
  }

  private readObjectStream({ dictionary, data }: ObjectStream): void {
    const [count, first] = [dictionary.get('N'), dictionary.get('First')];
    if (typeof count !== 'number' || typeof first !== 'number' || !Number.isInteger(first) || first < 0)
      throw new NotPdfSyntax('an object stream without an index');
    const content = isDeflated(dictionary) ? this.inflated(data) : data;
    const index = new PdfReader(content);
    // Some viewers use the offsets of the index, others read one object after the other. Everything that either of them finds counts.
    const reader = new PdfReader(content, first);
    const consecutive: PdfValue[] = [];
    const objects: number[] = [];
    try {
      for (let n = 0; n < count; n++) {
        const [object, offset] = [index.value(), index.value()];
        if (typeof object !== 'number' || typeof offset !== 'number')
          throw new NotPdfSyntax('an index without numbers');
        const indexed = new PdfReader(content, first + offset);
        indexed.skipSpace();
        // Some compressors leave objects and noise that the index does not name, up to the next object that it names.
        for (reader.skipSpace(); reader.at < indexed.at; reader.skipSpace()) consecutive.push(reader.valueOrNoise());
        if (indexed.at !== reader.at) throw new NotPdfSyntax('objects in another order than their index');
        objects.push(object);
        consecutive.push(reader.value());
        this.define(object, consecutive.at(-1)!);
      }
      const isGapless = consecutive.length === objects.length;
      for (const [at, value] of isGapless ? [] : consecutive.entries()) {
        if (objects[at] === undefined) this.values.push(value);
        else this.define(objects[at], value, 'last');
      }
    } finally {
      this.spend(index.bytesRead);
      this.collect(reader);
    }
  }

  private inflated(data: Uint8Array): Buffer {
    const maxOutputLength = Math.max(1, MAX_INFLATED_BYTES - this.inflatedBytes);
    try {
      const content = inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      this.inflatedBytes += content.length;
      this.allowStepsFor(content);
      return content;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        throw new TooComplex('Object streams of more than 8 MB.');
      throw new NotPdfSyntax('an object stream that cannot be inflated');
    }
  }

  private collect(reader: PdfReader): void {
    this.spend(reader.bytesRead);
    for (const name of reader.names) this.names.add(name);
    for (const key of reader.keys) this.keys.add(key);
    for (const dictionary of reader.replaced) this.values.push(dictionary);
  }

  private allowStepsFor({ length }: Uint8Array): void {
    this.stepsLeft += MAX_STEPS_PER_BYTE * length;
  }

  private spend(steps: number): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) throw new TooComplex('Objects that overlap, or that are defined again and again.');
  }

  /**
   * A cross-reference table may point into the middle of an object's number, so that `14 0 obj` defines object 4. A string or a name, which
   * is harmful only in certain places, therefore counts as a definition of both objects.
   */
  private define(object: number, value: PdfValue, as: 'first' | 'last' = 'first'): void {
    this.values.push(value);
    const digits = String(object);
    const isHarmfulInPlace = value instanceof PdfString || value instanceof PdfName;
    for (let at = 0; at < (isHarmfulInPlace ? digits.length : 1); at++) {
      const definitions = this.definitions.get(Number(digits.slice(at)));
      if (definitions && as === 'last') definitions.unshift(value);
      else if (definitions) definitions.push(value);
      else this.definitions.set(Number(digits.slice(at)), [value]);
    }
  }
}
