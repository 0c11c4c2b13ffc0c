import type { PdfObjects } from './pdf-objects.js';
import { isArray, isDictionary, type PdfDictionary, PdfName, PdfString, type PdfValue } from './pdf-reader.js';

/** Names of what runs, sends, plays, or carries or opens other files. Nothing that a document of an order needs has one of them. */
const ACTIVE = [
  ...['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'GoToR', 'Rendition', 'Movie', 'Sound'],
  ...['RichMedia', 'RichMediaExecute', 'RichMediaContent', 'EmbeddedFile', 'EmbeddedFiles', 'EF', 'XFA', '3D'],
];

/** What may happen by itself when a document is opened or a page is shown: another place of the same document. */
const HARMLESS_ACTIONS = ['GoTo', 'Named'];
/** `Named` actions that show another page; a reader may have others, such as `Print`. */
const PAGE_TURNS = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage'];
/** Actions that follow one another. */
const MOST_IN_A_ROW = 10;

/** Where a file specification, and so an external stream, an imported page or a linked file, has the name of its file. */
const FILE_NAMES = ['F', 'UF', 'DOS', 'Mac', 'Unix'];
/** Where a link has its address, and a document what its links are relative to. */
const ADDRESSES = ['URI', 'Base'];
/** An address that leads to a page of the web, an e-mail or a telephone, and to no file or share; `#` leads to a place of the document. */
const HARMLESS_ADDRESS = /^(https?:\/\/|mailto:|tel:|#)/i;

/** What a text in Unicode begins with. */
const ENCODINGS = [
  { mark: '\xfe\xff', encoding: 'utf-16be' },
  { mark: '\xff\xfe', encoding: 'utf-16le' },
  { mark: '\xef\xbb\xbf', encoding: 'utf-8' },
];

/** Does a document run, send, play, carry or open something, or lead to what is no page of the web? */
export function isActive(objects: PdfObjects): boolean {
  if (ACTIVE.some((name) => objects.names.has(name))) return true;
  for (const dictionary of objects.dictionaries()) {
    if (leadsElsewhere(objects, dictionary)) return true;
    for (const action of automaticActions(objects, dictionary)) if (!isHarmless(objects, action)) return true;
  }
  return false;
}

function leadsElsewhere(objects: PdfObjects, dictionary: PdfDictionary): boolean {
  const [kind] = objects.resolve(dictionary.get('Subtype'));
  // A program in PostScript, which a printer runs.
  if (kind instanceof PdfName && kind.text === 'PS') return true;
  const strings = (key: string) => objects.resolve(dictionary.get(key)).filter((value) => value instanceof PdfString);
  if (FILE_NAMES.some((key) => strings(key).length > 0)) return true;
  return ADDRESSES.some((key) => strings(key).some(({ text }) => !HARMLESS_ADDRESS.test(decoded(text))));
}

/** Addresses are ASCII; some programs write them as any other text, in Unicode after a byte order mark. `text`: a character for each byte. */
function decoded(text: string): string {
  const encoding = ENCODINGS.find(({ mark }) => text.startsWith(mark))?.encoding;
  return encoding === undefined ? text : new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}

/** `OpenAction` of the document, `AA` (additional actions) of anything. */
function* automaticActions(objects: PdfObjects, dictionary: PdfDictionary): Iterable<PdfValue> {
  yield* objects.resolve(dictionary.get('OpenAction'));
  for (const additional of objects.resolve(dictionary.get('AA'))) {
    if (isDictionary(additional)) for (const action of additional.values()) yield* objects.resolve(action);
  }
}

/** What is no action but a place (an array, a name) does nothing. */
function isHarmless(objects: PdfObjects, action: PdfValue, depth = 0): boolean {
  if (!isDictionary(action)) return true;
  const kinds = objects.resolve(action.get('S'));
  if (!kinds.every((kind) => kind instanceof PdfName && HARMLESS_ACTIONS.includes(kind.text))) return false;
  const names = objects.resolve(action.get('N'));
  if (!names.every((name) => name instanceof PdfName && PAGE_TURNS.includes(name.text))) return false;
  const next = objects.resolve(action.get('Next')).flatMap((one) => (isArray(one) ? one : [one]));
  if (next.length > 0 && depth === MOST_IN_A_ROW) return false;
  return next.flatMap((one) => objects.resolve(one)).every((one) => isHarmless(objects, one, depth + 1));
}
