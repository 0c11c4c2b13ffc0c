import type { FileFault } from '@throughline/domain';
import { decodedAddress, isHarmlessAddress } from './link-address.js';
import { ACTIVE_KEYS, ACTIVE_NAMES, ADDRESSES, FILE_NAMES } from './pdf-names.js';
import type { PdfObjects } from './pdf-objects.js';
import {
  isArray,
  isDictionary,
  type PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfValue,
} from './pdf-values.js';

/** Why a document is refused. `link`: the address of a link. */
export interface ActiveContent {
  readonly reason: FileFault;
  readonly link?: string;
}

/** Actions that may run without a click, because they only move within the document. */
const HARMLESS_ACTIONS = ['GoTo', 'Named'];
/** `Named` actions that show another page. A viewer may have others, such as `Print`. */
const PAGE_TURNS = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage'];

/** Entries of an OPI dictionary (ISO 32000-1, 14.11.7): what a print shop substitutes for a picture. Viewers ignore them. */
const OPI_KEYS = new Set([
  'Type',
  'Version',
  'F',
  'ID',
  'Comments',
  'Size',
  'CropRect',
  'CropFixed',
  'Position',
  'Resolution',
  'ColorType',
  'Color',
  'Tint',
  'Overprint',
  'ImageType',
  'GrayMap',
  'Transparency',
  'Tags',
  'MainImage',
  'Inks',
  'IncludedImageDimensions',
  'IncludedImageQuality',
]);
const FILE_SPECIFICATION_KEYS = new Set(['Type', 'Desc', ...FILE_NAMES]);

/** Maximum characters of a link that are recorded. */
const MAX_LINK = 200;

/**
 * What a document runs, sends, plays, contains or opens, or a link that leads to something other than web pages, e-mail and telephones;
 * null: nothing.
 */
export function activeContentOf(objects: PdfObjects): ActiveContent | null {
  for (const [reason, names] of Object.entries(ACTIVE_NAMES))
    if (names.some((name) => objects.names.has(name) || (ACTIVE_KEYS.has(name) && objects.keys.has(name))))
      return { reason: reason as FileFault };
  const ofNoViewer = new Set([...printShopEntries(objects), ...descriptions(objects)]);
  const isOfSite = hasSite(objects);
  for (const dictionary of objects.dictionaries()) {
    const found = leadsElsewhere(objects, dictionary, { ofNoViewer, isOfSite });
    if (found !== null) return found;
  }
  for (const action of automaticActions(objects))
    if (!isHarmless(objects, action)) return { reason: 'starts-by-itself' };
  return null;
}

function leadsElsewhere(
  objects: PdfObjects,
  dictionary: PdfDictionary,
  { ofNoViewer, isOfSite }: { readonly ofNoViewer: ReadonlySet<PdfDictionary>; readonly isOfSite: boolean },
): ActiveContent | null {
  const values = (key: string) => objects.resolve(dictionary.get(key));
  // A PostScript program, which a printer runs.
  if (values('Subtype').some((kind) => kind instanceof PdfName && kind.text === 'PS')) return { reason: 'program' };
  // Embedded files. In a form that Adobe Reader may save, the entry is an array of permissions for such files instead.
  if (values('EF').some((files) => !isArray(files))) return { reason: 'other-files' };
  if (!ofNoViewer.has(dictionary)) {
    // A dictionary that no viewer reads may only be referenced by others of its kind; otherwise it counts as the name of a file.
    const isForNobody = (value: PdfValue) => isDictionary(value) && ofNoViewer.has(value);
    const namesFile = (value: PdfValue) => value instanceof PdfString || isForNobody(value);
    if (FILE_NAMES.some((key) => values(key).some(namesFile)) || values('FS').some((value) => isForNobody(value)))
      return { reason: 'other-files' };
  }
  for (const key of ADDRESSES)
    for (const value of values(key)) {
      if (!(value instanceof PdfString)) continue;
      const address = decodedAddress(value.beginning);
      if (!isHarmlessAddress(address, { isOfSite })) return { reason: 'link', link: readable(address) };
    }
  return null;
}

/** Whether the links of the document are relative to a web site, judged by every base that it has (ISO 32000-1, 12.6.4.7). */
function hasSite(objects: PdfObjects): boolean {
  const bases = [...objects.dictionaries()]
    .flatMap((dictionary) => objects.resolve(dictionary.get('URI')))
    .filter(isDictionary)
    .flatMap((entries) => objects.resolve(entries.get('Base')));
  const isSite = (base: PdfValue) =>
    base instanceof PdfString && /^https?:\/\/[^/\\]/i.test(decodedAddress(base.beginning));
  return bases.length > 0 && bases.every(isSite);
}

const readable = (address: string): string =>
  address
    .slice(0, MAX_LINK)
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/**
 * OPI dictionaries, with the specifications of their files. One with any other entry, or that is the dictionary of a stream, is judged like
 * all others, because it may be read as something else.
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

/**
 * Descriptions of the document (`Info` of a trailer), in which programs use any key, even one that names a file elsewhere. One that may be
 * read as something else is judged like all others: it is the dictionary of a stream, has the type of an action, or is referred to from
 * another place.
 */
function descriptions(objects: PdfObjects): readonly PdfDictionary[] {
  const isDescription = (info: PdfDictionary) =>
    FILE_NAMES.some((key) => info.has(key)) &&
    !objects.isOfStream(info) &&
    !['S', 'Type', 'Subtype'].some((key) => info.has(key));
  const found = objects.trailers
    .flatMap((trailer) => objects.resolve(trailer.get('Info')))
    .filter(isDictionary)
    .filter(isDescription);
  if (found.length === 0) return [];
  const others = new Set<PdfValue>();
  for (const dictionary of objects.dictionaries())
    for (const [key, value] of dictionary)
      if (key !== 'Info' && value instanceof PdfReference) for (const one of objects.resolve(value)) others.add(one);
  return found.filter((info) => !others.has(info));
}

/** `OpenAction` of the document and `AA` (additional actions) of any object, with the actions that follow them; each once. */
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
