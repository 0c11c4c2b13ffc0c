import { isArray, type PdfDictionary, PdfName } from './pdf-reader.js';

/** The file may be sound, but checking it would take too many resources. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

/** Throws `TooComplex` for an encoding that no program is known to use for object streams. */
export function isDeflated(dictionary: PdfDictionary): boolean {
  const [filter, parameters] = ['Filter', 'DecodeParms'].map((key) => {
    const value = dictionary.get(key) ?? null;
    return isArray(value) && value.length < 2 ? (value[0] ?? null) : value;
  });
  // Some viewers accept the abbreviations of inline images here.
  const isPlain = parameters === null && !dictionary.has('F') && !dictionary.has('DP');
  const isFlate = filter instanceof PdfName && ['FlateDecode', 'Fl'].includes(filter.text);
  if (!isPlain || (filter !== null && !isFlate)) throw new TooComplex('An object stream in an unusual encoding.');
  return isFlate;
}
