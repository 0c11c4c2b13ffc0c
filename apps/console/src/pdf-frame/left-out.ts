/**
 * What a page has and its preview does not show. `part`: something that pdf.js could not read; `text`: the text of a comment, or what was filled
 * into a field; `all`: nothing can be seen on the page.
 */
export const LEFT_OUT = ['picture', 'part', 'all', 'text'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * Warnings of pdf.js after which a page still shows what it says: something was repaired, or looks a little different. Any other warning, also one
 * that a later version of pdf.js may bring, means that something is missing.
 */
const HARMLESS = [
  // Fonts that are repaired, or replaced by another one.
  /^TT: |^CFF|CFF strings|CFFDict|^Missing subrsIndex|^Out of bounds subrIndex|stem hints|^Not enough (parameters|space in)/,
  /^Found too many parameters|^Glyph index is not in|^Invalid fd index|^parseFDSelect|type 1 charstring|"Length1"/,
  /^getFontFileType|font private use area|^Font file is empty|^TrueType Collection|cmap table|post table version/,
  /'loca' table|^charToGlyph|^FontFamily contains|substitute the font|Cannot load system font|^Failed to load font/,
  /^Font ".*" is not available -- attempting|^readToUnicode|^Load test font|Cannot compile Type3 glyph|^Decode map length/,
  /^FormatError: (Font|Required) /,
  // Syntax that is read as it was meant.
  /^Badly formatted number|^Lexer_getName|^Name token is longer|^getHexString - ignoring|^\/DecodeParms should not/,
  /^Inline \w+ image stream: EO\w marker not found|^Empty, or invalid, \/|^Empty \/CropBox|^Inconsistent generation/,
  /[Ii]ndex(ing all PDF o|O)bjects|^readXRef|^XRef\.parse|PDF header version|^checkLastPage|^stringToPDFString|^UTF-8/,
  // Colours, lines and how layers are blended.
  /ICC|BlackPoint|^CMYK fallback|[Bb]lend mode|^Knockout groups|^Invalid (LW|setLineWidth|setDash|lineEnding)|^Ignoring invalid lineEnding/,
  // What shows when layers are chosen: without that, everything does.
  /^Optional content group|^Unknown (optional content|group type)|visibility expression|^setOptionalContent/i,
  // Decoders of which another one takes the place, and pictures that are whole.
  /Falling back to JS|#(instantiateWasm|getJsModule)|^getTransferableImage|attempting to re-parse the JPEG|^readDataBlock/,
  /^JpegImage\.parse - unexpected data|^PDFImage - using the Width|^GlobalImageCache/,
  // What no page draws: links, names, structure, and the text for screen readers, which is read once more.
  /^getTextContent|^getAnnotationsData|^parseDestDictionary|^_getPageIndex|[Ff]ile specification|[Ss]truct ?[Tt]ree|^XFA|^Bidi/,
  /^Unable (to )?read|field name|field flags|^Push buttons|^Popup annotation|OffscreenCanvas|^AnnotationBorderStyle/,
  /^Unimplemented (widget field|annotation) type|required \/Subtype|^HighlightAnnotation|^Ignoring additional textDivs/,
];

/** Remarks of pdf.js, less than warnings, after which the rest of a stream is missing. */
const END_OF_DAMAGED = /flate stream|^Missing .*endstream|^Ignored XObject/;

/** A message of the worker to the frame: something of the page that is being drawn is missing. */
export interface Loss {
  readonly kind: 'loss';
  readonly what: LeftOut;
  /** Of every page from now on: pdf.js reads a font once, for all pages, and draws none of its text if it cannot. */
  readonly isLasting: boolean;
}

/** What pdf.js left out, by a message that it wrote on the console; null: nothing. */
export function lossOf(message: unknown): Loss | null {
  const [, kind, words = ''] = /^(Warning|Info): ([^]*)$/.exec(String(message)) ?? [];
  const isLoss =
    kind === 'Info' ? END_OF_DAMAGED.test(words) : kind === 'Warning' && !HARMLESS.some((one) => one.test(words));
  if (!isLoss) return null;
  return { kind: 'loss', what: /image|mask/i.test(words) ? 'picture' : 'part', isLasting: /font/i.test(words) };
}

/**
 * What is missing by a message of the worker to the frame: a loss that it reports, or the reason why it ended a task, of which pdf.js says nothing else:
 * the page shows what was drawn before.
 */
export function lossIn(message: unknown): Loss | null {
  const { kind, reason } = Object(message) as Partial<Loss> & { readonly reason?: unknown };
  if (kind === 'loss') return message as Loss;
  return reason === undefined ? null : { kind: 'loss', what: 'part', isLasting: false };
}

/** A comment, a field or another thing on top of a page, as pdf.js describes it. */
export interface Annotation {
  readonly subtype?: string;
  readonly hidden?: boolean;
  readonly hasAppearance?: boolean;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
  readonly richText?: object | null;
}

/** Annotations that have a text of their own, which no page draws: links describe their target, fields have values, and free text is drawn. */
const WITHOUT_COMMENT = ['Link', 'Widget', 'FreeText', 'PrinterMark', 'TrapNet', 'Watermark', 'Popup'];

/** What is not drawn of an annotation that is shown to readers; null: nothing. */
export function leftOutOf({
  subtype = '',
  hidden,
  hasAppearance,
  fieldValue,
  contentsObj,
  richText,
}: Annotation): LeftOut | null {
  if (hidden) return null;
  if (subtype === 'Widget') return hasAppearance || !isFilledIn(fieldValue) ? null : 'text';
  if (!WITHOUT_COMMENT.includes(subtype) && (contentsObj?.str?.trim() || richText)) return 'text';
  return subtype === 'Stamp' && !hasAppearance ? 'picture' : null;
}

/** `Off`: of a box without its tick. */
const isFilledIn = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isFilledIn) : typeof value === 'string' && value.trim() !== '' && value !== 'Off';
