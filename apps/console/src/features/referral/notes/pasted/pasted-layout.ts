import { type Marks } from './note-blocks.js';
import { type Styles } from './style-sheets.js';

/* Where the styles of a pasted page put its characters and boxes. An `em` counts as 16 px: what matters is whether something is apart. */

const PX: Readonly<Record<string, number>> = {
  ...{ px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, q: 2.4 / 2.54 },
  ...{ em: 16, rem: 16, ex: 8, ch: 8, lh: 20, rlh: 20, vw: 10, vh: 8 },
};
const LENGTH = /(-?\d*\.?\d+)(px|pt|pc|in|cm|mm|q|r?em|ex|ch|r?lh|vw|vh|%)/;

/** The first length in a value, in px; 0 if there is none. `whole`: what 100 % is. */
export function pxOf(value: string | undefined, whole = 0): number {
  const [, figures = '0', unit = 'px'] = LENGTH.exec(value ?? '') ?? [];
  return Number(figures) * (unit === '%' ? whole / 100 : (PX[unit] ?? 0));
}

/** Raised or lowered by less, in px, is only put in line, as pictures are. */
const MIN_RAISE = 2;

/** The size of characters in px; null: not known. `size`: that of what is around them. */
export function sizeOf(tag: string, styles: Styles, size: number | null): number | null {
  const written = styles.get('font-size') ?? (tag === 'SMALL' ? 'smaller' : '');
  if (written === '' || written === 'inherit') return size;
  const share = shareOf(written);
  if (share !== null) return size === null ? null : size * share;
  return /^(0|0*\.?0+[a-z]*)$/.test(written) ? 0 : pxOf(written) || null;
}

function shareOf(written: string): number | null {
  if (written === 'smaller') return 5 / 6;
  if (written === 'larger') return 6 / 5;
  const [, figures, unit] = /^(\d*\.?\d+)(%|em)$/.exec(written) ?? [];
  return figures === undefined ? null : Number(figures) / (unit === '%' ? 100 : 1);
}

/** How the styles of an element within a line raise or lower it; null: not at all. `size`: of the characters around it. */
export function raisedOf(tag: string, styles: Styles, size: number | null): Marks['script'] {
  const align = styles.get('vertical-align') ?? '';
  const keywords = ['baseline-shift', 'font-variant', 'font-variant-position', 'font-feature-settings'];
  const written = [align, ...keywords.map((name) => styles.get(name) ?? '')].join(' ');
  const [, keyword] = /\b(super|sub|sups|subs|sinf|text-top|text-bottom)\b(?!["']\s*(?:0|off))/.exec(written) ?? [];
  if (keyword !== undefined) return /^(sup|text-top)/.test(keyword) ? 'sup' : 'sub';
  const raise = pxOf(styles.get('mso-text-raise'));
  if (raise !== 0) return raise > 0 ? 'sup' : 'sub';
  if (/^(top|bottom)$/.test(align) && isSmaller(tag, styles, size)) return align === 'top' ? 'sup' : 'sub';
  const above = pxOf(align, PX['lh']) || pxOf(styles.get('baseline-shift'), PX['em']) || moved(tag, styles);
  return Math.abs(above) < MIN_RAISE ? null : above > 0 ? 'sup' : 'sub';
}

function isSmaller(tag: string, styles: Styles, size: number | null): boolean {
  const share = shareOf(styles.get('font-size') ?? (tag === 'SMALL' ? 'smaller' : ''));
  const own = sizeOf(tag, styles, size);
  return share !== null ? share < 1 : own !== null && size !== null && own < size;
}

/** How far it is moved up from its place, in px. */
function moved(tag: string, styles: Styles): number {
  const [, shift] = /\btranslate(?:y|3d)?\((?:[^,()]*,)?([^,()]*)/.exec(styles.get('transform') ?? '') ?? [];
  const isAcross = /\btranslate\([^,]*\)/.test(styles.get('transform') ?? '');
  const translated = isAcross ? 0 : pxOf(shift, PX['lh']);
  const along = pxOf((styles.get('translate') ?? '').replace(/^\S+\s*/, ''), PX['lh']);
  // Of what its tag raises anyway, a style corrects the place.
  if (styles.get('position') !== 'relative' || tag === 'SUP' || tag === 'SUB') return -(translated || along);
  const inset = (styles.get('inset') ?? '').split(/\s+/);
  const top = pxOf(styles.get('top') ?? inset[0]);
  return -top || pxOf(styles.get('bottom') ?? inset[2] ?? inset[0]) || -(translated || along);
}

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 ' +
    'HEADER HGROUP LEGEND MAIN NAV P PRE SEARCH SECTION SUMMARY TEXTAREA'
  ).split(' '),
);
/** Whether what is inside it has lines of its own. */
export function isBlock(tag: string, styles: Styles): boolean {
  const display = styles.get('display') ?? '';
  return (
    /^(block|flex|grid|list-item|table|table-row|flow-root)$/.test(display) || (BLOCKS.has(tag) && display !== 'inline')
  );
}

/** Whether it is no part of a line: in a cell, `vertical-align` says where its lines begin. */
export const isBox = (tag: string, styles: Styles): boolean =>
  isBlock(tag, styles) || /^(TABLE|T[RDH]|LI|[UO]L|MENU)$/.test(tag) || styles.get('display') === 'table-cell';
