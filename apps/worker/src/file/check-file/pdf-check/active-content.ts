import type { FileFault } from '@throughline/domain';
import { decodedAddress, isHarmlessAddress } from './link-address.js';
import type { PdfObjects } from './pdf-objects.js';
import { isArray, isDictionary, type PdfDictionary, PdfName, PdfString, type PdfValue } from './pdf-reader.js';

/** Names of what runs, sends, plays, or carries or opens other files, by the reason that the sender is told. No document of an order needs one of them. */
const ACTIVE_NAMES = {
  script: ['JavaScript', 'JS'],
  program: ['Launch'],
  'other-files': ['EmbeddedFile', 'EmbeddedFiles', 'GoToE', 'GoToR'],
  'sends-data': ['SubmitForm', 'ImportData'],
  media: ['Rendition', 'Movie', 'Sound', 'RichMedia', 'RichMediaExecute', 'RichMediaContent', '3D', 'SlideShow'],
  'active-content': ['XFA'],
} as const satisfies Partial<Record<FileFault, readonly string[]>>;

/** Why a document is refused. `link`: the address of a link. */
export interface ActiveContent {
  readonly reason: FileFault;
  readonly link?: string;
}

/** Actions that a document may start by itself: they lead to another place of it. */
const HARMLESS_ACTIONS = ['GoTo', 'Named'];
/** `Named` actions that show another page. A viewer may have others, such as `Print`. */
const PAGE_TURNS = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage'];

/** Where a file specification, and so an external stream, an imported page or a linked file, names its file. */
const FILE_NAMES = ['F', 'UF', 'DOS', 'Mac', 'Unix'];
/** The address of a link, and the one that the links of a document are relative to. */
const ADDRESSES = ['URI', 'Base'];

/** Entries of an OPI dictionary (ISO 32000-1, 14.11.7): what a print shop puts in place of a picture. Viewers have no use for them. */
const OPI_KEYS = new Set([
  ...['Type', 'Version', 'F', 'ID', 'Comments', 'Size', 'CropRect', 'CropFixed', 'Position', 'Resolution', 'ColorType'],
  ...['Color', 'Tint', 'Overprint', 'ImageType', 'GrayMap', 'Transparency', 'Tags', 'MainImage', 'Inks'],
  ...['IncludedImageDimensions', 'IncludedImageQuality'],
]);
const FILE_SPECIFICATION_KEYS = new Set(['Type', 'Desc', ...FILE_NAMES]);

/** Characters of a link that are recorded. */
const MAX_LINK = 200;

/** What a document runs, sends, plays, carries or opens, or the link that leads to anything but web pages, e-mail and telephones; null: nothing. */
export function activeContentOf(objects: PdfObjects): ActiveContent | null {
  for (const [reason, names] of Object.entries(ACTIVE_NAMES))
    if (names.some((name) => objects.names.has(name))) return { reason: reason as FileFault };
  const ofPrintShops = printShopEntries(objects);
  for (const dictionary of objects.dictionaries()) {
    const found = leadsElsewhere(objects, dictionary, ofPrintShops);
    if (found !== null) return found;
  }
  for (const action of automaticActions(objects))
    if (!isHarmless(objects, action)) return { reason: 'starts-by-itself' };
  return null;
}

function leadsElsewhere(
  objects: PdfObjects,
  dictionary: PdfDictionary,
  ofPrintShops: ReadonlySet<PdfDictionary>,
): ActiveContent | null {
  const values = (key: string) => objects.resolve(dictionary.get(key));
  // A PostScript program, which a printer runs.
  if (values('Subtype').some((kind) => kind instanceof PdfName && kind.text === 'PS')) return { reason: 'program' };
  // Embedded files. A form that Adobe Reader may save has an array here: what the reader may do with such files.
  if (values('EF').some((files) => !isArray(files))) return { reason: 'other-files' };
  if (!ofPrintShops.has(dictionary)) {
    // A specification of a print shop names a file, so nothing else may refer to it.
    const isPrintShopFile = (value: PdfValue) => isDictionary(value) && ofPrintShops.has(value);
    const namesFile = (value: PdfValue) => value instanceof PdfString || isPrintShopFile(value);
    if (FILE_NAMES.some((key) => values(key).some(namesFile)) || values('FS').some((value) => isPrintShopFile(value)))
      return { reason: 'other-files' };
  }
  for (const key of ADDRESSES)
    for (const value of values(key)) {
      if (!(value instanceof PdfString)) continue;
      const address = decodedAddress(value.beginning);
      if (!isHarmlessAddress(address)) return { reason: 'link', link: readable(address) };
    }
  return null;
}

const readable = (address: string): string =>
  address
    .slice(0, MAX_LINK)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/**
 * OPI dictionaries, with the specifications of their files. One that has any other entry, or is the dictionary of a stream, is judged as others
 * are: it may be read as something else.
 */
function printShopEntries(objects: PdfObjects): ReadonlySet<PdfDictionary> {
  const found = new Set<PdfDictionary>();
  const hasOnly = (dictionary: PdfDictionary, keys: ReadonlySet<string>) =>
    !objects.isOfStream(dictionary) && [...dictionary.keys()].every((key) => keys.has(key));
  for (const dictionary of objects.dictionaries())
    for (const versions of objects.resolve(dictionary.get('OPI'))) {
      if (!isDictionary(versions)) continue;
      for (const entry of [...versions.values()].flatMap((value) => objects.resolve(value))) {
        if (!isDictionary(entry) || !hasOnly(entry, OPI_KEYS)) continue;
        found.add(entry);
        for (const file of objects.resolve(entry.get('F')))
          if (isDictionary(file) && hasOnly(file, FILE_SPECIFICATION_KEYS)) found.add(file);
      }
    }
  return found;
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
