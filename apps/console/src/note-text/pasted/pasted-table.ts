import { type Block, type Inline, onOneLine, paragraph, words } from './note-blocks.js';
import { type LaidOutRow } from './pasted-layout.js';
import { isUnseen } from './pasted-styles.js';
import type { StylesOf } from './style-sheets.js';

/** Separates two cells of a row. */
const BETWEEN_CELLS = ' | ';
/** The most columns and rows that a cell can span, because a page may give any number. */
const MAX_SPAN = 50;

export type Row = readonly Element[];

/**
 * The rows of a table without hidden elements. A hidden cell is kept if it is in one of the hidden `columns`, so that the following cells
 * keep their columns.
 */
export const rowsOf = (
  table: Element,
  isHidden: (element: Element) => boolean,
  columns: ReadonlySet<number> = new Set(),
): Row[] =>
  [...table.children]
    .filter((child) => !isHidden(child))
    .flatMap((child) => {
      if (/^T(HEAD|BODY|FOOT)$/.test(child.tagName)) return rowsOf(child, isHidden, columns);
      if (child.tagName !== 'TR') return [];
      let column = 0;
      const isCell = (cell: Element) => {
        const stays = /^T[DH]$/.test(cell.tagName) && (!isHidden(cell) || columns.has(column));
        if (stays) column += spanOf(cell, 'colspan');
        return stays;
      };
      return [[...child.children].filter(isCell)];
    });

/** Indexes, from 0, of the columns that the table's `col` elements hide, as spreadsheets do. */
export function hiddenColumns(table: Element, stylesOf: StylesOf): ReadonlySet<number> {
  const columns = [...table.children]
    .filter(({ tagName }) => tagName === 'COL' || tagName === 'COLGROUP')
    .flatMap((one) => (one.querySelector('col') === null ? [one] : [...one.children]))
    .flatMap((column) => Array.from({ length: spanOf(column, 'span') }, () => column));
  return new Set(columns.flatMap((column, index) => (isUnseen(column, stylesOf(column)) ? [index] : [])));
}

/** Whether a table is only layout: its role says so, it has one column, or it contains another table. */
export const isLayout = (table: Element, rows: readonly Row[]): boolean =>
  /^(presentation|none)$/.test(table.getAttribute('role') ?? '') ||
  rows.every((cells) => cells.length <= 1) ||
  rows.some((cells) => cells.some((cell) => cell.querySelector('table') !== null));

/**
 * Converts a table to lines, one for each row, with ` | ` between the cells. A cell that spans rows is repeated in each of them. A cell
 * that spans columns leaves the others empty, so that each column keeps its place in all lines.
 */
export function linesOfTable(
  rows: readonly Row[],
  blocksOf: (cell: Element) => readonly Block[],
  hidden: { readonly columns: ReadonlySet<number>; readonly report: () => void },
): Block[] {
  /** The cells that span into the next rows, by column. */
  const spanning = new Map<number, { readonly inline: readonly Inline[]; rows: number }>();
  return rows.flatMap((cells) => {
    const line: (readonly Inline[])[] = [];
    const takeSpanning = () => {
      for (let above = spanning.get(line.length); above !== undefined; above = spanning.get(line.length)) {
        if (--above.rows === 0) spanning.delete(line.length);
        line.push(above.inline);
      }
    };
    for (const cell of cells) {
      takeSpanning();
      const inline = onOneLine(blocksOf(cell));
      const height = spanOf(cell, 'rowspan');
      const columns = spanOf(cell, 'colspan');
      for (let column = 0; column < columns; column++) {
        const here = column === 0 ? inline : [];
        if (height > 1) spanning.set(line.length, { inline: here, rows: height - 1 });
        line.push(here);
      }
    }
    takeSpanning();
    const isShown = (_: unknown, column: number) => !hidden.columns.has(column);
    if (line.some((inline, column) => inline.length > 0 && !isShown(inline, column))) hidden.report();
    return lineOfCells(line.filter(isShown));
  });
}

const spanOf = (cell: Element, name: string) => Math.min(Math.max(Number(cell.getAttribute(name)) || 1, 1), MAX_SPAN);

/** The cells of a row on one line; empty if all cells are empty. */
export function lineOfCells(cells: readonly (readonly Inline[])[]): Block[] {
  const full = cells.slice(0, cells.findLastIndex((inline) => inline.length > 0) + 1);
  if (full.length === 0) return [];
  return [paragraph(...full.flatMap((inline, index) => [...(index > 0 ? [words(BETWEEN_CELLS)] : []), ...inline]))];
}

/** A bullet or symbol, which is not a cell. */
const SYMBOL = /^[^\p{L}\p{N}]{1,3}$/u;

/** Converts nodes that are side by side: to one line of cells if each has only one line, or else to blocks below each other. */
export function blocksOfRow(
  { nodes, hasColumns }: LaidOutRow,
  blocksOf: (node: Node) => readonly Block[],
): { readonly blocks: readonly Block[]; readonly isLine: boolean } {
  const all = nodes.map((node) => ({ node, blocks: node === null ? [] : blocksOf(node) }));
  const full = all.filter(({ blocks }) => blocks.length > 0);
  const cells = hasColumns ? all.filter(({ node, blocks }) => blocks.length > 0 || !isPicture(node)) : full;
  const isOneLine = full.every(
    ({ blocks: [first, ...rest] }) => rest.length === 0 && first?.kind === 'paragraph' && !first.inline.includes('br'),
  );
  if (!isOneLine || full.length === 0 || cells.length < 2)
    return { blocks: full.flatMap(({ blocks }) => blocks), isLine: false };
  const [first = [], second = [], ...others] = cells.map(({ blocks }) => onOneLine(blocks));
  const hasMarker = !hasColumns && first.length === 1 && first.every((one) => one !== 'br' && SYMBOL.test(one.text));
  const line = hasMarker ? [[...first, words(' '), ...second], ...others] : [first, second, ...others];
  return { blocks: lineOfCells(line), isLine: line.findLastIndex((inline) => inline.length > 0) > 0 };
}

/** Whether the node is or contains a picture, which is left out. */
const isPicture = (node: Node | null) =>
  node !== null &&
  (node.nodeType !== Node.ELEMENT_NODE || (node as Element).querySelector('img, svg, canvas, picture') !== null);
