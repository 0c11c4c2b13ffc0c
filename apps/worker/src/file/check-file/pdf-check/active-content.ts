import type { PdfObjects } from './pdf-objects.js';
import { isArray, isDictionary, type PdfDictionary, PdfName, PdfString, type PdfValue } from './pdf-reader.js';

/** Names of what runs, sends, plays, or carries or opens other files. No document of an order needs one of them. */
const ACTIVE_NAMES = [
  ...['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'GoToR', 'Rendition', 'Movie', 'Sound'],
  ...['RichMedia', 'RichMediaExecute', 'RichMediaContent', 'EmbeddedFile', 'EmbeddedFiles', 'XFA', '3D', 'SlideShow'],
];

/** Actions that a document may start by itself: they lead to another place of it. */
const HARMLESS_ACTIONS = ['GoTo', 'Named'];
/** `Named` actions that show another page. A viewer may have others, such as `Print`. */
const PAGE_TURNS = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage'];

/** Where a file specification, and so an external stream, an imported page or a linked file, names its file. */
const FILE_NAMES = ['F', 'UF', 'DOS', 'Mac', 'Unix'];
/** The address of a link, and the one that the links of a document are relative to. */
const ADDRESSES = ['URI', 'Base'];
/** Addresses of web pages, e-mail and telephones. None leads to a file or a share; `#` leads to a place of the document. */
const HARMLESS_ADDRESS = /^(https?:\/\/|mailto:|tel:|#)/i;

/** Byte order marks of text in Unicode. */
const ENCODINGS = [
  { mark: '\xfe\xff', encoding: 'utf-16be' },
  { mark: '\xff\xfe', encoding: 'utf-16le' },
  { mark: '\xef\xbb\xbf', encoding: 'utf-8' },
];

/** Whether a document runs, sends, plays, carries or opens something, or links to anything but web pages, e-mail and telephones. */
export function isActive(objects: PdfObjects): boolean {
  if (ACTIVE_NAMES.some((name) => objects.names.has(name))) return true;
  for (const dictionary of objects.dictionaries()) if (leadsElsewhere(objects, dictionary)) return true;
  for (const action of automaticActions(objects)) if (!isHarmless(objects, action)) return true;
  return false;
}

function leadsElsewhere(objects: PdfObjects, dictionary: PdfDictionary): boolean {
  const values = (key: string) => objects.resolve(dictionary.get(key));
  // A PostScript program, which a printer runs.
  if (values('Subtype').some((kind) => kind instanceof PdfName && kind.text === 'PS')) return true;
  // Embedded files. A form that Adobe Reader may save has an array here: what the reader may do with such files.
  if (values('EF').some((files) => !isArray(files))) return true;
  const strings = (key: string) => values(key).filter((value) => value instanceof PdfString);
  if (FILE_NAMES.some((key) => strings(key).length > 0)) return true;
  return ADDRESSES.some((key) => strings(key).some(({ beginning }) => !HARMLESS_ADDRESS.test(decoded(beginning))));
}

/** Addresses are ASCII, but some programs write them in Unicode, as other text. `text`: a character for each byte. */
function decoded(text: string): string {
  const encoding = ENCODINGS.find(({ mark }) => text.startsWith(mark))?.encoding;
  return encoding === undefined ? text : new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}

/** `OpenAction` of the document and `AA` (additional actions) of anything, with the actions that follow them; each of them once. */
function automaticActions(objects: PdfObjects): Iterable<PdfDictionary> {
  const actions = new Set<PdfDictionary>();
  const containers = new Set<PdfDictionary>();
  const sequences = new Set<readonly PdfValue[]>();
  // A value that is not a dictionary is a destination.
  const add = (value: PdfValue | undefined, to = actions) => {
    for (const one of objects.resolve(value)) if (isDictionary(one)) to.add(one);
  };
  for (const dictionary of objects.dictionaries()) {
    add(dictionary.get('OpenAction'));
    add(dictionary.get('AA'), containers);
  }
  for (const container of containers) for (const action of container.values()) add(action);
  // A set that grows while it is iterated is iterated to its new end.
  for (const action of actions) {
    for (const next of objects.resolve(action.get('Next'))) {
      if (isDictionary(next)) actions.add(next);
      if (!isArray(next) || sequences.has(next)) continue;
      sequences.add(next);
      for (const one of next) add(one);
    }
  }
  return actions;
}

function isHarmless(objects: PdfObjects, action: PdfDictionary): boolean {
  const isOneOf = (key: string, harmless: readonly string[]) =>
    objects.resolve(action.get(key)).every((value) => value instanceof PdfName && harmless.includes(value.text));
  return isOneOf('S', HARMLESS_ACTIONS) && isOneOf('N', PAGE_TURNS);
}
