/**
 * Parts of a page that its preview does not show. `part`: something that pdf.js could not read; `text`: the text of a comment, or the value
 * of a field; `all`: nothing is visible on the page.
 */
export const LEFT_OUT = ['picture', 'part', 'all', 'text'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * Warnings of pdf.js after which a page still shows its content: something was repaired, or looks slightly different. Any other warning,
 * including one that a later version of pdf.js adds, means that something is missing.
 */
const HARMLESS = [
  // Fonts that are repaired or replaced.
  /^TT: |^CFF|CFF strings|CFFDict|^Missing subrsIndex|^Out of bounds subrIndex|stem hints|^Not enough (parameters|space in)/,
  /^Found too many parameters|^Glyph index is not in|^Invalid fd index|^parseFDSelect|type 1 charstring|"Length1"/,
  /^getFontFileType|font private use area|^Font file is empty|^TrueType Collection|cmap table|post table version/,
  /'loca' table|^charToGlyph|^FontFamily contains|substitute the font|Cannot load system font|^Failed to load font/,
  /^Font ".*" is not available -- attempting|^readToUnicode|^Load test font|Cannot compile Type3 glyph|^Decode map length/,
  /^FormatError: (Font|Required) /,
  // Malformed syntax that is read as intended.
  /^Badly formatted number|^Lexer_getName|^Name token is longer|^getHexString - ignoring|^\/DecodeParms should not/,
  /^Inline \w+ image stream: EO\w marker not found|^Empty, or invalid, \/|^Empty \/CropBox|^Inconsistent generation/,
  /[Ii]ndex(ing all PDF o|O)bjects|^readXRef|^XRef\.parse|PDF header version|^checkLastPage|^stringToPDFString|^UTF-8/,
  // Colours, lines and blending.
  /ICC|BlackPoint|^CMYK fallback|[Bb]lend mode|^Knockout groups|^Invalid (LW|setLineWidth|setDash|lineEnding)|^Ignoring invalid lineEnding/,
  // The visibility of optional layers: if it cannot be read, all are shown.
  /^Optional content group|^Unknown (optional content|group type)|visibility expression|^setOptionalContent/i,
  // Decoders that another one replaces, and pictures that are complete.
  /Falling back to JS|#(instantiateWasm|getJsModule)|^getTransferableImage|attempting to re-parse the JPEG|^readDataBlock/,
  /^JpegImage\.parse - unexpected data|^PDFImage - using the Width|^GlobalImageCache/,
  // Content that is not drawn: links, names, structure, and the text for screen readers, which is read separately.
  /^getTextContent|^getAnnotationsData|^parseDestDictionary|^_getPageIndex|[Ff]ile specification|[Ss]truct ?[Tt]ree|^XFA|^Bidi/,
  /^Unable (to )?read|field name|field flags|^Push buttons|^Popup annotation|OffscreenCanvas|^AnnotationBorderStyle/,
  /^Unimplemented (widget field|annotation) type|required \/Subtype|^HighlightAnnotation|^Ignoring additional textDivs/,
];

/** Messages of pdf.js below the level of warnings, after which the rest of a stream is missing. */
const END_OF_DAMAGED = /flate stream|^Missing .*endstream|^Ignored XObject/;

/** A message of the worker to the frame: a part of the page that is being drawn is missing. */
export interface Loss {
  readonly kind: 'loss';
  readonly what: LeftOut;
  /** The loss applies to all following pages: pdf.js reads a font once for all pages, and draws none of its text if it cannot read it. */
  readonly isLasting: boolean;
}

/** The loss that a console message of pdf.js reports; null if there is none. */
export function lossOf(message: unknown): Loss | null {
  const [, kind, words = ''] = /^(Warning|Info): ([^]*)$/.exec(String(message)) ?? [];
  const isLoss =
    kind === 'Info' ? END_OF_DAMAGED.test(words) : kind === 'Warning' && !HARMLESS.some((one) => one.test(words));
  if (!isLoss) return null;
  return { kind: 'loss', what: /image|mask/i.test(words) ? 'picture' : 'part', isLasting: /font/i.test(words) };
}

/**
 * The loss that a message of the worker to the frame reports. The reason for a failed task also counts, because pdf.js reports nothing
 * else, and the page shows what was drawn before.
 */
export function lossIn(message: unknown): Loss | null {
  const { kind, reason } = Object(message) as Partial<Loss> & { readonly reason?: unknown };
  if (kind === 'loss') return message as Loss;
  return reason === undefined ? null : { kind: 'loss', what: 'part', isLasting: false };
}

/** A comment, a field or another annotation of a page, as pdf.js describes it. */
export interface Annotation {
  readonly subtype?: string;
  readonly hidden?: boolean;
  readonly hasAppearance?: boolean;
  readonly fieldValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
  readonly richText?: object | null;
}

/** Annotations without a hidden text of their own: links describe their target, fields have values, and free text is drawn. */
const WITHOUT_COMMENT = ['Link', 'Widget', 'FreeText', 'PrinterMark', 'TrapNet', 'Watermark', 'Popup'];

/** The part of a visible annotation that is not drawn; null if nothing is missing. */
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

/** `Off` is the value of an unchecked checkbox. */
const isFilledIn = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isFilledIn) : typeof value === 'string' && value.trim() !== '' && value !== 'Off';
