import type { FileFault } from '@throughline/domain';

/**
 * The names that a PDF has for parts that run code, send data, play media, or contain or open other files. Grouped by the reason that is given to
 * the sender of the file. No document of an order needs any of them.
 */
export const ACTIVE_NAMES = {
  script: ['JavaScript', 'JS'],
  program: ['Launch'],
  'other-files': ['EmbeddedFile', 'EmbeddedFiles', 'GoToE', 'GoToR'],
  'sends-data': ['SubmitForm', 'ImportData'],
  media: ['Rendition', 'Movie', 'Sound', 'RichMedia', 'RichMediaExecute', 'RichMediaContent', '3D', 'SlideShow'],
  'active-content': ['XFA'],
} as const satisfies Partial<Record<FileFault, readonly string[]>>;

/** The names that are harmful as keys. The others are types; as keys they are only names that somebody gave a font or another resource. */
export const ACTIVE_KEYS: ReadonlySet<string> = new Set([
  'JavaScript',
  'JS',
  'EmbeddedFiles',
  'RichMediaContent',
  'XFA',
]);

/** The keys under which a file specification (and so an external stream, an imported page or a linked file) names its file. */
export const FILE_NAMES = ['F', 'UF', 'DOS', 'Mac', 'Unix'];
/** The keys for the address of a link, and for the address that the links of a document are relative to. */
export const ADDRESSES = ['URI', 'Base'];

/** Every name that decides about a document. */
const JUDGED = [
  ...Object.values(ACTIVE_NAMES).flat(),
  ...FILE_NAMES,
  ...ADDRESSES,
  'S',
  'N',
  'Next',
  'First',
  'Filter',
  'DecodeParms',
  'DP',
  'FlateDecode',
  'Fl',
  'ObjStm',
  'Type',
  'Subtype',
  'PS',
  'EF',
  'FS',
  'OPI',
  'AA',
  'OpenAction',
  'Encrypt',
  'Root',
  'Info',
  'Pages',
  'Page',
  'Parent',
  'Kids',
  'GoTo',
  'Named',
  'NextPage',
  'PrevPage',
  'FirstPage',
  'LastPage',
];

const DOUBTFUL = /#(?!0[1-9a-f]|[1-9a-f][0-9a-f])/i;

/**
 * A name without its slash, with its `#` escapes decoded. Viewers disagree about a `#` that is not an escape, or that escapes a null
 * character; some may end the name there. The name is returned as written if none of them can read a name that matters, which is so if none
 * begins like it. Otherwise null.
 */
export function decodedName(written: string): string | null {
  const decoded = (text: string) =>
    text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const doubtful = written.search(DOUBTFUL);
  if (doubtful < 0) return decoded(written);
  const beginning = decoded(written.slice(0, doubtful));
  return JUDGED.some((name) => name.startsWith(beginning)) ? null : written;
}
