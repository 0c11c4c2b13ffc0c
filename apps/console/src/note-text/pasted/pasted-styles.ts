import { type Marks, PLAIN } from './note-blocks.js';
import { isOutOfSight } from './out-of-sight.js';
import { isBox, raisedOf, sizeOf } from './pasted-layout.js';
import { type Styles } from './style-sheets.js';

const LETTERS = ['uppercase', 'lowercase', 'capitalize'] as const;
type Letters = (typeof LETTERS)[number];

/** The text with the capitalisation in which it is shown. */
export function transformed(text: string, textTransform: Letters | null): string {
  if (textTransform === null) return text;
  if (textTransform === 'capitalize')
    return text.replaceAll(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toLocaleUpperCase());
  return textTransform === 'uppercase' ? text.toLocaleUpperCase() : text.toLocaleLowerCase();
}

export interface Look extends Marks {
  readonly underlined: boolean;
  /** As written in the style; empty: the page's usual colour. */
  readonly colour: string;
  readonly background: string;
  /** Whether spaces and line ends are preserved. */
  readonly isPre: boolean;
  /** The `text-transform` of the text; null: none. */
  readonly textTransform: Letters | null;
  /** `visibility: hidden`, which a descendant may override. */
  readonly isHidden: boolean;
  /** Whether the characters are transparent or have the colour of their background. */
  readonly isClear: boolean;
  /** The background colour as written, also a usual one; empty: none. */
  readonly paper: string;
  /** In px; null: unknown. */
  readonly size: number | null;
}

export const UNFORMATTED: Look = {
  ...PLAIN,
  underlined: false,
  colour: '',
  background: '',
  isPre: false,
  textTransform: null,
  isHidden: false,
  isClear: false,
  paper: '',
  size: null,
};

/** A colour without a meaning, which pages have by default. */
const USUAL =
  /^(inherit|initial|unset|auto|none|transparent|currentcolor|windowtext|black|white|#0{3}(0{3})?|#f{3}(f{3})?|rgba?\(0,0,0(,[01])?\)|rgb\(255,255,255\)|rgba\(255,255,255,[01]\))$/;
const colourOf = (value: string) => {
  const plain = value.replaceAll(/\s+/g, '');
  return USUAL.test(plain) ? '' : plain;
};

/** The appearance of an element's characters, from inheritance, its tag and its styles. */
export function lookOf(tag: string, styles: Styles, inherited: Look): Look {
  const look = { ...inherited, ...LOOKS[tag] };
  const font = styles.get('font') ?? '';
  const weight = styles.get('font-weight') ?? (/\b(bold(er)?|normal|[1-9]00)\b/.exec(font)?.[0] || '');
  if (/^(bold|bolder|[6-9]\d\d|1000)$/.test(weight)) look.bold = true;
  else if (/^(normal|lighter|[1-5]\d\d|initial)$/.test(weight)) look.bold = false;
  const slant = styles.get('font-style') ?? (/\b(italic|oblique)\b/.exec(font)?.[0] || '');
  if (/^(italic|oblique)/.test(slant)) look.italic = true;
  else if (/^(normal|initial)$/.test(slant)) look.italic = false;
  // A line through or under an element also applies to its descendants, whatever their styles are.
  const lines = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`;
  if (lines.includes('line-through')) look.struck = true;
  if (lines.includes('underline')) look.underlined = true;
  else if (tag === 'U' && lines.includes('none')) look.underlined = inherited.underlined;
  look.size = sizeOf(tag, styles, inherited.size);
  if (!isBox(tag, styles)) look.script = raisedOf(tag, styles, inherited.size) ?? look.script;
  const space = styles.get('white-space') ?? styles.get('white-space-collapse');
  if (space !== undefined) look.isPre = /^(pre|pre-wrap|pre-line|break-spaces|preserve)/.test(space);
  const written = styles.get('text-transform');
  if (written !== undefined && written !== 'inherit')
    look.textTransform = LETTERS.find((one) => one === written) ?? null;
  const visibility = styles.get('visibility');
  if (visibility !== undefined && visibility !== 'inherit') look.isHidden = /^(hidden|collapse)$/.test(visibility);
  const colour = styles.get('color');
  if (colour !== undefined && colour !== 'inherit') look.colour = colourOf(colour);
  const background = styles.get('mso-highlight') ?? styles.get('background-color') ?? styles.get('background');
  if (background !== undefined && colourOf(background) !== '') look.background = colourOf(background);
  if (background !== undefined && !CLEAR.test(background)) look.paper = background.toLowerCase();
  const ink = styles.get('-webkit-text-fill-color') ?? colour;
  if (ink !== undefined && ink !== 'inherit') {
    const showsBackground = ['background-clip', '-webkit-background-clip'].some((name) => styles.get(name) === 'text');
    look.isClear = !showsBackground && (CLEAR.test(ink) || ink.toLowerCase() === look.paper);
  }
  return look;
}

const BOLD = { bold: true };
const ITALIC = { italic: true };
const STRUCK = { struck: true };
const LOOKS: Readonly<Record<string, Partial<Look>>> = {
  B: BOLD,
  STRONG: BOLD,
  TH: BOLD,
  H1: BOLD,
  H2: BOLD,
  H3: BOLD,
  H4: BOLD,
  H5: BOLD,
  H6: BOLD,
  I: ITALIC,
  EM: ITALIC,
  CITE: ITALIC,
  DFN: ITALIC,
  VAR: ITALIC,
  ADDRESS: ITALIC,
  S: STRUCK,
  DEL: STRUCK,
  STRIKE: STRUCK,
  SUB: { script: 'sub' },
  SUP: { script: 'sup' },
  U: { underlined: true },
  INS: { underlined: true },
  MARK: { background: 'mark' },
  PRE: { isPre: true },
  TEXTAREA: { isPre: true },
};

/** A fully transparent colour. */
const CLEAR =
  /^(transparent|#[\da-f]{3}0|#[\da-f]{6}00|(rgb|hsl)a?\((.*,){3}\s*0*\.?0+%?\s*\)|\w+\(.*\/\s*0*\.?0+%?\s*\))$/i;

export const isUnseenLook = ({ isHidden, isClear, size }: Look): boolean => isHidden || isClear || size === 0;

/** Tags whose content is not shown. `RP` repeats the brackets that are written for `RT`. */
const UNSEEN = new Set(
  'SCRIPT STYLE TITLE TEMPLATE NOSCRIPT HEAD META LINK RP DATALIST OPTION ANNOTATION ANNOTATION-XML XML'.split(' '),
);

export const isNeverShown = (element: Element): boolean => UNSEEN.has(element.tagName.toUpperCase());

/** Whether an element is invisible with all of its descendants. */
export const isUnseen = (element: Element, styles: Styles) =>
  isNeverShown(element) ||
  isOutOfSight(element.tagName.toUpperCase(), styles) ||
  (/^(COL|COLGROUP|T[DH])$/.test(element.tagName) && isWithoutWidth(element, styles)) ||
  (/^(COL|COLGROUP|T[DHR]|T(HEAD|BODY|FOOT))$/.test(element.tagName) && styles.get('visibility') === 'collapse') ||
  styles.get('display') === 'none' ||
  styles.get('mso-hide') === 'all' ||
  styles.get('content-visibility') === 'hidden' ||
  /^0*\.?0+%?$/.test(styles.get('opacity') ?? '') ||
  element.hasAttribute('hidden') ||
  (element.tagName === 'INPUT' && element.getAttribute('type') === 'hidden');

/** Whether a column or cell has no width. Spreadsheets hide columns in this way; a browser would still show the cells' words. */
const isWithoutWidth = (cell: Element, styles: Styles) =>
  /^0*\.?0+([a-z]*|%)$/.test(styles.get('width') ?? cell.getAttribute('width') ?? '');
