import { type Block, type Inline, onOneLine, paragraph, words } from './note-blocks.js';

/** Between two cells of a row. */
const BETWEEN_CELLS = ' | ';
/** Columns and rows that a cell can span; a page may say any number. */
const MAX_SPAN = 50;

const CELL_TAGS = ['TD', 'TH'];
const isHidden = (element: Element) => /display:\s*none/i.test(element.getAttribute('style') ?? '');

const rowsOf = (table: Element): Element[] =>
  [...table.children].flatMap((child) =>
    child.tagName === 'TR' ? [child] : /^T(HEAD|BODY|FOOT)$/.test(child.tagName) ? rowsOf(child) : [],
  );

const cellsOf = (row: Element): Element[] => [...row.children].filter(({ tagName }) => CELL_TAGS.includes(tagName));

/** Whether it only lays out a page or a mail: it says so, has one column, or has another table or blocks with titles in it. */
export function isLayout(table: Element): boolean {
  const rows = rowsOf(table);
  return (
    /^(presentation|none)$/.test(table.getAttribute('role') ?? '') ||
    rows.every((row) => cellsOf(row).length <= 1) ||
    rows.some((row) => cellsOf(row).some((cell) => cell.querySelector('table') !== null))
  );
}

/** The cells of a table for layout, each with blocks of its own. */
export const layoutCells = (table: Element): readonly Element[] => rowsOf(table).flatMap(cellsOf);

/**
 * A table as lines, one for each row, in which ` | ` keeps the cells apart. A cell that spans rows stands in each of them; one that spans columns
 * leaves the others empty, so that what stands below one another has the same place in its line.
 */
export function linesOfTable(table: Element, blocksOf: (cell: Element) => readonly Block[]): Block[] {
  /** By column: what spans into the next rows. */
  const spanning = new Map<number, { readonly inline: readonly Inline[]; rows: number }>();
  return rowsOf(table)
    .filter((row) => !isHidden(row))
    .flatMap((row) => {
      const line: (readonly Inline[])[] = [];
      const takeSpanning = () => {
        for (let above = spanning.get(line.length); above !== undefined; above = spanning.get(line.length)) {
          if (--above.rows === 0) spanning.delete(line.length);
          line.push(above.inline);
        }
      };
      for (const cell of cellsOf(row).filter((one) => !isHidden(one))) {
        takeSpanning();
        const inline = onOneLine(blocksOf(cell));
        const rows = spanOf(cell, 'rowspan');
        const columns = spanOf(cell, 'colspan');
        for (let column = 0; column < columns; column++) {
          const here = column === 0 ? inline : [];
          if (rows > 1) spanning.set(line.length, { inline: here, rows: rows - 1 });
          line.push(here);
        }
      }
      takeSpanning();
      return lineOfCells(line);
    });
}

const spanOf = (cell: Element, name: string) => Math.min(Math.max(Number(cell.getAttribute(name)) || 1, 1), MAX_SPAN);

/** Cells of one row on a line; none if all are empty. */
export function lineOfCells(cells: readonly (readonly Inline[])[]): Block[] {
  const full = cells.slice(0, cells.findLastIndex((inline) => inline.length > 0) + 1);
  if (full.length === 0) return [];
  return [paragraph(...full.flatMap((inline, index) => [...(index > 0 ? [words(BETWEEN_CELLS)] : []), ...inline]))];
}
