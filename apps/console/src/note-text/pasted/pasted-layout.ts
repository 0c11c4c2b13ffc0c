import { type Marks } from './note-blocks.js';
import { inFloatedOrder, inShownOrder } from './shown-order.js';
import { type Styles, type StylesOf } from './style-sheets.js';

/*
 * Where the styles of a pasted page place its characters and boxes. An `em` counts as 16 px, which is precise enough to find gaps and
 * raised characters.
 */

const PX: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  lh: 20,
  rlh: 20,
  vw: 10,
  vh: 8,
};
const LENGTH = /(-?\d*\.?\d+)(px|pt|pc|in|cm|mm|q|r?em|ex|ch|r?lh|vw|vh|%)/;

/** The first length in a value, in px; 0 if there is none. `whole`: the length of 100 %. */
export function pxOf(value: string | undefined, whole = 0): number {
  const [, figures = '0', unit = 'px'] = LENGTH.exec(value ?? '') ?? [];
  return Number(figures) * (unit === '%' ? whole / 100 : (PX[unit] ?? 0));
}

/** In px. A smaller shift only aligns a character or picture with its line. */
const MIN_RAISE = 2;

/** The font size of an element in px; null: unknown. `size`: that of the surrounding characters. */
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

/** Whether styles raise or lower an element within a line; null: neither. `size`: font size of the surrounding characters. */
export function raisedOf(tag: string, styles: Styles, size: number | null): Marks['script'] {
  const align = styles.get('vertical-align') ?? '';
  const keywords = ['baseline-shift', 'font-variant', 'font-variant-position', 'font-feature-settings'];
  const written = [align, ...keywords.map((name) => styles.get(name) ?? '')].join(' ');
  const [, keyword] = /\b(super|sub|sups|subs|sinf|text-top|text-bottom)\b(?!["']\s*(?:0|off))/.exec(written) ?? [];
  if (keyword !== undefined) return /^(sup|text-top)/.test(keyword) ? 'sup' : 'sub';
  const raise = pxOf(styles.get('mso-text-raise'));
  if (raise !== 0) return raise > 0 ? 'sup' : 'sub';
  if (/^(top|bottom)$/.test(align) && isSmaller(tag, styles, size)) return align === 'top' ? 'sup' : 'sub';
  const room =
    isInlineBox(styles) && isSmaller(tag, styles, size) ? edgeAt('bottom', styles) - edgeAt('top', styles) : 0;
  if (Math.abs(room) >= MIN_RAISE) return room > 0 ? 'sup' : 'sub';
  const above = pxOf(align, PX['lh']) || pxOf(styles.get('baseline-shift'), PX['em']) || moved(tag, styles);
  return Math.abs(above) < MIN_RAISE ? null : above > 0 ? 'sup' : 'sub';
}

/** Whether an element's font size is smaller than `size`, that of the surrounding characters, in px. */
export function isSmaller(tag: string, styles: Styles, size: number | null): boolean {
  const share = shareOf(styles.get('font-size') ?? (tag === 'SMALL' ? 'smaller' : ''));
  const fontSize = sizeOf(tag, styles, size);
  return share !== null ? share < 1 : fontSize !== null && size !== null && fontSize < size;
}

/** How far styles move an element up, in px. */
function moved(tag: string, styles: Styles): number {
  const [, shift] = /\btranslate(?:y|3d)?\((?:[^,()]*,)?([^,()]*)/.exec(styles.get('transform') ?? '') ?? [];
  const isAcross = /\btranslate\([^,]*\)/.test(styles.get('transform') ?? '');
  const translated = isAcross ? 0 : pxOf(shift, PX['lh']);
  const along = pxOf((styles.get('translate') ?? '').replace(/^\S+\s*/, ''), PX['lh']);
  // On SUP and SUB, relative positions only correct the place that the tag gives.
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
/** Whether the element's content starts on a new line. */
export function isBlock(tag: string, styles: Styles): boolean {
  const display = styles.get('display') ?? '';
  return (
    /^(block|flex|grid|list-item|table|table-row|flow-root)$/.test(display) || (BLOCKS.has(tag) && display !== 'inline')
  );
}

/** Whether the element is a box outside of a line. In a cell, `vertical-align` does not raise characters. */
export const isBox = (tag: string, styles: Styles): boolean =>
  isBlock(tag, styles) || /^(TABLE|T[RDH]|LI|[UO]L|MENU)$/.test(tag) || styles.get('display') === 'table-cell';

/** In px. An element with at least this space beside it is separate, as if a space character were there. */
const MIN_GAP = 3;

/** Whether an element within a line is separate from what is before it and from what is after it. */
export function gapsOf(tag: string, styles: Styles): { readonly before: boolean; readonly after: boolean } {
  const isSeparate =
    /^(BUTTON|SELECT|INPUT|METER|PROGRESS|IFRAME|VIDEO|AUDIO|OBJECT|EMBED)$/.test(tag) ||
    isFloat(styles) ||
    /^(absolute|fixed)$/.test(styles.get('position') ?? '') ||
    (isInlineBox(styles) && ['width', 'min-width'].some((name) => pxOf(styles.get(name), 100) >= MIN_GAP));
  const isApart = (side: 'left' | 'right') => isSeparate || edgeAt(side, styles) >= MIN_GAP;
  return { before: isApart('left'), after: isApart('right') };
}

const INLINE_BOX = /^inline-(block|flex|grid|table)$/;
export const isInlineBox = (styles: Styles): boolean => INLINE_BOX.test(styles.get('display') ?? '');
const isFloat = (styles: Styles) => /^(left|right|inline-start|inline-end)$/.test(styles.get('float') ?? '');

type Side = 'top' | 'right' | 'bottom' | 'left';
/** Margin plus padding, in px. */
const edgeAt = (side: Side, styles: Styles) => lengthAt(side, 'margin', styles) + lengthAt(side, 'padding', styles);

const LOGICAL: Readonly<Record<Side, readonly [axis: string, end: 'start' | 'end']>> = {
  top: ['block', 'start'],
  right: ['inline', 'end'],
  bottom: ['block', 'end'],
  left: ['inline', 'start'],
};

function lengthAt(side: Side, name: 'margin' | 'padding', styles: Styles): number {
  const [axis, end] = LOGICAL[side];
  const written = styles.get(`${name}-${side}`) ?? styles.get(`${name}-${axis}-${end}`);
  if (written !== undefined) return pxOf(written, 100);
  const [first = '', second = first] = (styles.get(`${name}-${axis}`) ?? '').split(/\s+/);
  if (first !== '') return pxOf(end === 'start' ? first : second, 100);
  const [top = '', right = top, bottom = top, left = right] = (styles.get(name) ?? '').split(/\s+/);
  return pxOf({ top, right, bottom, left }[side], 100);
}

/** Nodes side by side. A row of one node is a line. */
export interface LaidOutRow {
  /** Null: a column that the previous node spans. */
  readonly nodes: readonly (Node | null)[];
  /** Whether the row has columns, so that an empty cell keeps its place. */
  readonly hasColumns: boolean;
}

/** The children of an element by its layout: rows of nodes side by side, and nodes in normal flow. */
export function laidOut(parent: Element, stylesOf: StylesOf): (Node | LaidOutRow)[] {
  const columns = columnsOf(stylesOf(parent));
  const written = [...parent.childNodes].filter((node) => node.nodeType !== Node.COMMENT_NODE);
  const nodes = inShownOrder(written, stylesOf(parent), stylesOf);
  return columns === null ? inFlow(nodes, stylesOf) : inColumns(nodes.filter(isFull), columns, stylesOf);
}

const isFull = (node: Node) => node.nodeType === Node.ELEMENT_NODE || (node.textContent ?? '').trim() !== '';

function inColumns(nodes: readonly Node[], columns: number, stylesOf: StylesOf): LaidOutRow[] {
  const rows: (Node | null)[][] = [];
  for (const node of nodes) {
    const width = node.nodeType === Node.ELEMENT_NODE ? columnsOfCell(stylesOf(node as Element), columns) : 1;
    const last = rows.at(-1);
    const cell = [node, ...Array.from({ length: width - 1 }, () => null)];
    if (last && last.length + width <= columns) last.push(...cell);
    else rows.push(cell);
  }
  return rows.map((row) => ({ nodes: row, hasColumns: Number.isFinite(columns) }));
}

/** Groups consecutive floats and inline blocks into rows. */
function inFlow(nodes: readonly Node[], stylesOf: StylesOf): (Node | LaidOutRow)[] {
  const written: (Node | { readonly nodes: Node[]; readonly hasColumns: boolean })[] = [];
  for (const node of nodes) {
    const styles = node.nodeType === Node.ELEMENT_NODE ? stylesOf(node as Element) : null;
    const last = written.at(-1);
    const isAfterRow = last !== undefined && 'nodes' in last;
    if (styles && isBeside((node as Element).tagName, styles)) {
      if (isAfterRow && !styles.has('clear')) last.nodes.push(node);
      else written.push({ nodes: [node], hasColumns: styles.get('display') === 'table-cell' });
    } else if (!isAfterRow || isFull(node)) written.push(node);
  }
  return written.flatMap((one): (Node | LaidOutRow)[] => {
    if (!('nodes' in one)) return [one];
    return one.nodes.length === 1 ? one.nodes : [{ ...one, nodes: inFloatedOrder(one.nodes, stylesOf) }];
  });
}

function isBeside(tag: string, styles: Styles): boolean {
  const display = styles.get('display') ?? '';
  return (
    display === 'table-cell' || (isFloat(styles) && tag !== 'IMG') || (INLINE_BOX.test(display) && BLOCKS.has(tag))
  );
}

/** How many children a flex or grid container puts side by side; null: it is neither. */
function columnsOf(styles: Styles): number | null {
  const display = styles.get('display') ?? '';
  if (display === 'flex') {
    return /\bcolumn/.test(`${styles.get('flex-direction') ?? ''} ${styles.get('flex-flow') ?? ''}`) ? 1 : Infinity;
  }
  if (display !== 'grid') return null;
  if (/\bcolumn\b/.test(styles.get('grid-auto-flow') ?? '')) return Infinity;
  const [, afterSlash] = (styles.get('grid-template') ?? styles.get('grid') ?? '').split('/');
  const [area] = /(["'])(.*?)\1/.exec(styles.get('grid-template-areas') ?? '')?.slice(2) ?? [];
  return tracksIn(styles.get('grid-template-columns') ?? afterSlash ?? area ?? '');
}

function tracksIn(template: string): number {
  const plain = template.replaceAll(
    /\[[^\]]*\]|(minmax|fit-content|calc)\((?:[^()]|\([^()]*\))*\)/g,
    (_, size?: string) => size ?? '',
  );
  const written = plain.replaceAll(/repeat\(\s*(\d+)\s*,([^()]*)\)/g, (_, count: string, tracks: string) =>
    `${tracks} `.repeat(Math.min(Number(count), MAX_COLUMNS)),
  );
  return written.includes('(') ? 1 : Math.max(written.trim().split(/\s+/).length, 1);
}

/** Limits the number that a page may give. */
const MAX_COLUMNS = 50;

function columnsOfCell(styles: Styles, columns: number): number {
  const place = styles.get('grid-column') ?? styles.get('grid-column-end') ?? '';
  const [, span] = /\bspan\s+(\d+)/.exec(place) ?? [];
  const [, from, to] = /^(\d+)\s*\/\s*(-?\d+)$/.exec(place) ?? [];
  const width = to === undefined ? Number(span ?? 1) : to === '-1' ? columns : Number(to) - Number(from);
  return Math.min(Math.max(width, 1), columns);
}
