import { isNoteLink, MAX_NOTE_LIST_DEPTH } from '@throughline/domain';
import { leaveOutUnshowable } from '../unshowable-characters.js';
import { BlockWriter } from './block-writer.js';
import { LEFT_OUT, type LeftOut, REPLACED } from './left-out.js';
import { type Block, fitted, htmlOfBlocks, isOfNote, onOneLine, PLAIN, quoted } from './note-blocks.js';
import { type BlockReader, contentOf, itemOf, listOf } from './pasted-list.js';
import { isBlock, laidOut, type LaidOutRow } from './pasted-layout.js';
import { isNeverShown, isUnseen, isUnseenLook, type Look, lookOf, transformed, UNFORMATTED } from './pasted-styles.js';
import { blocksOfRow, hiddenColumns, isLayout, lineOfCells, linesOfTable, rowsOf } from './pasted-table.js';
import { isReordered } from './shown-order.js';
import { textPositionOf } from './text-position.js';
import { type Styles, stylesIn, type StylesOf } from './style-sheets.js';

export interface PastedNote {
  /** HTML of a note, as the editor writes it. */
  readonly html: string;
  /** Without duplicates, in the order of `LEFT_OUT`. */
  readonly leftOut: readonly LeftOut[];
}

/** HTML that starts with a cell or row. It is valid only in a table; without one, a browser joins the words of the cells. */
const BARE_CELLS = /^(?:\s|<!--.*?-->|<meta[^>]*>)*<(?:tr|td|th|tbody|thead)\b/is;

/**
 * Converts pasted HTML to the formats of a note. The HTML is parsed in a separate document, in which nothing is loaded or run. `room`: how
 * many levels of lists can be nested at the cursor.
 */
export function pastedNote(pasted: string, room = MAX_NOTE_LIST_DEPTH): PastedNote {
  const html = BARE_CELLS.test(pasted) ? `<table>${pasted}</table>` : pasted;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { isChanged, isLess } = leaveOutUnshowable(page);
  // HTML that was copied from a note is left to the editor, which knows where blocks were cut.
  if (room === MAX_NOTE_LIST_DEPTH && !isChanged && isOfNote(page)) return { html: pasted, leftOut: [] };
  const reader = new PastedReader(page);
  if (isLess) reader.leftOut.add('invisible');
  const blocks = fitted(reader.blocksOf(page.body, UNFORMATTED), room);
  return { html: htmlOfBlocks(blocks), leftOut: LEFT_OUT.filter((one) => reader.leftOut.has(one)) };
}

class PastedReader implements BlockReader {
  readonly leftOut = new Set<LeftOut>();
  readonly stylesOf: StylesOf;
  /** Colours so far. A second colour means that colours distinguish parts of the text, which a note cannot show. */
  private readonly colours = new Set<string>();

  constructor(page: Document) {
    this.stylesOf = stylesIn(page);
  }

  blocksOf(parent: Element, look: Look): readonly Block[] {
    const writer = new BlockWriter();
    this.readChildren(parent, look, writer);
    return writer.blocks;
  }

  blocksOfNode(node: Node, look: Look): readonly Block[] {
    const writer = new BlockWriter();
    this.readNode(node, look, writer);
    return writer.blocks;
  }

  reportNumbering(): void {
    this.leftOut.add('numbering');
  }

  leavesOut(element: Element): boolean {
    const isHidden = isUnseen(element, this.stylesOf(element));
    if (isHidden && !isNeverShown(element)) this.reportHidden(element.textContent);
    return isHidden;
  }

  private reportHidden(text: string): void {
    if (text.trim() !== '') this.leftOut.add('hidden');
  }

  private readChildren(parent: Element, look: Look, writer: BlockWriter): void {
    this.readText(this.contentOf(parent, 'before'), look, writer);
    if (isReordered(parent, this.stylesOf)) this.leftOut.add('layout');
    const isInline = /^inline-(flex|grid)$/.test(this.stylesOf(parent).get('display') ?? '');
    for (const child of laidOut(parent, this.stylesOf)) {
      if (isInline) writer.gap();
      if ('nodes' in child) writer.add(...this.rowOf(child, look));
      else this.readNode(child, look, writer);
    }
    if (isInline) writer.gap();
    this.readText(this.contentOf(parent, 'after'), look, writer);
  }

  /** Text that a style sheet adds before or after an element. Counters are read by `listOf`. */
  private contentOf(element: Element, where: 'before' | 'after'): string {
    const content = this.stylesOf(element, where).get('content') ?? '';
    return content.includes('counter') ? '' : contentOf(content, null);
  }

  private rowOf(row: LaidOutRow, look: Look): readonly Block[] {
    const { blocks, isLine } = blocksOfRow(row, (node) => this.blocksOfNode(node, look));
    if (isLine) this.leftOut.add('table');
    return blocks;
  }

  private readNode(node: Node, look: Look, writer: BlockWriter): void {
    if (node.nodeType === Node.TEXT_NODE) this.readText(node.textContent ?? '', look, writer);
    else if (node.nodeType === Node.ELEMENT_NODE) this.readElement(node as Element, look, writer);
  }

  private readText(text: string, look: Look, writer: BlockWriter): void {
    if (isUnseenLook(look)) return this.reportHidden(text);
    const seen = transformed(text, look.textTransform);
    if (seen.trim() !== '' && look.href === null) {
      if (look.underlined) this.leftOut.add('underline');
      this.colours.add(`${look.colour} on ${look.background}`);
      if (this.colours.size > 1) this.leftOut.add('colour');
    }
    const { bold, italic, struck, script, href } = look;
    const marks = { bold, italic, struck, script, href };
    if (!look.isPre) return writer.text(seen.replaceAll(/[ \t\n\r\f]+/g, ' '), marks);
    for (const [index, line] of seen.split(/\r\n?|\n/).entries()) {
      if (index > 0) writer.lineBreak();
      // A browser would collapse consecutive spaces.
      writer.text(line.replaceAll('\t', '    ').replaceAll(/^ | (?= )/g, '\u00a0'), marks);
    }
  }

  private readElement(element: Element, inherited: Look, writer: BlockWriter): void {
    const tag = element.tagName.toUpperCase();
    const styles = this.stylesOf(element);
    if (this.leavesOut(element)) return;
    const look = lookOf(tag, styles, inherited);
    if (isUnseenLook(look) && element.childElementCount === 0) return this.reportHidden(element.textContent);
    const parent = this.stylesOf(element.parentElement ?? element);
    const around = { before: writer.last, size: inherited.size, parent, isRaised: look.script !== inherited.script };
    const { hasGapBefore, hasGapAfter, read, losesLayout } = textPositionOf(element, styles, around);
    if (losesLayout) this.leftOut.add('layout');
    if (hasGapBefore) writer.gap();
    if (read !== null) this.readText(read, look, writer);
    else this.readSeen(element, tag, styles, tag === 'A' ? { ...look, ...this.linkOf(element) } : look, writer);
    if (hasGapAfter) writer.gap();
  }

  private readSeen(element: Element, tag: string, styles: Styles, look: Look, writer: BlockWriter): void {
    const replaced = REPLACED[tag];
    if (replaced !== undefined) this.leftOut.add(replaced);
    const mention = element.getAttribute('data-mention');
    if (replaced === 'media') return;
    if (tag === 'IMG' || tag === 'SVG' || tag === 'CANVAS' || tag === 'PICTURE')
      return this.readPicture(element, look, writer);
    if (tag === 'BR') return element.classList.contains('Apple-interchange-newline') ? undefined : writer.lineBreak();
    if (tag === 'HR') return writer.add({ kind: 'paragraph', inline: [{ text: '———', marks: PLAIN }] });
    if (tag === 'INPUT') return writer.text(valueOf(element), PLAIN);
    if (mention !== null) return writer.text(element.textContent, PLAIN, mention);
    if (tag === 'Q' || tag === 'RT') return this.readBetween(tag === 'Q' ? '“”' : '()', element, look, writer);
    if (tag === 'SELECT') return writer.text(element.querySelector('option[selected]')?.textContent ?? '', PLAIN);
    if (tag === 'UL' || tag === 'OL' || tag === 'MENU') return writer.add(...listOf(element, look, this));
    if (tag === 'LI') return writer.add({ kind: 'list', numbering: null, items: [itemOf(element, look, this)] });
    if (tag === 'TABLE') return writer.add(...this.tableOf(element, look));
    if (element.getAttribute('role') === 'row') return writer.add(...this.lineOf(element, look));
    if (tag === 'BLOCKQUOTE' && !/border(-style)?:\s*(none|0)/.test(element.getAttribute('style') ?? '')) {
      return writer.add(...quoted(this.blocksOf(element, look)));
    }
    const [, level] = /\blevel(\d+)\b/.exec(styles.get('mso-list') ?? '') ?? [];
    if (level !== undefined) return this.readItemOfWord(element, Number(level), look, writer);
    if (!isBlock(tag, styles)) return this.readChildren(element, look, writer);
    writer.endParagraph();
    this.readChildren(element, look, writer);
    writer.endParagraph();
  }

  /** A picture of an emoji becomes its character; any other picture is left out. */
  private readPicture(element: Element, look: Look, writer: BlockWriter): void {
    const alt = element.getAttribute('alt') ?? '';
    const isTiny = ['width', 'height'].some((side) => /^[0-2](px)?$/.test(element.getAttribute(side) ?? ''));
    if (/^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(alt)) return this.readText(alt, look, writer);
    writer.gap();
    if (!isTiny) this.leftOut.add('picture');
  }

  private linkOf(element: Element): { readonly href?: string } {
    const href = (element.getAttribute('href') ?? '').trim();
    if (isNoteLink(href)) return { href };
    // A link to an anchor in the same page has no address to lose.
    if (href !== '' && !href.startsWith('#')) this.leftOut.add('address');
    return {};
  }

  private readBetween(signs: string, element: Element, look: Look, writer: BlockWriter): void {
    writer.text(signs.charAt(0), look);
    this.readChildren(element, look, writer);
    writer.text(signs.charAt(1), look);
  }

  private readItemOfWord(element: Element, level: number, look: Look, writer: BlockWriter): void {
    const marker = [...element.querySelectorAll('[style]')].find(
      (one) => this.stylesOf(one).get('mso-list') === 'ignore',
    );
    const text = (marker?.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ').trim();
    marker?.remove();
    writer.addItem(level, text, this.blocksOf(element, look));
  }

  private tableOf(table: Element, look: Look): readonly Block[] {
    const caption = [...table.children].filter(({ tagName }) => tagName === 'CAPTION');
    const before = caption.flatMap((one) => this.blocksOf(one, look));
    const cellLook = (cell: Element) =>
      lookOf(cell.tagName, this.stylesOf(cell), lookOf('TR', this.stylesOf(cell.parentElement ?? cell), look));
    const blocksOf = (cell: Element) => this.blocksOf(cell, cellLook(cell));
    const isHidden = (element: Element) => this.leavesOut(element);
    const rows = rowsOf(table, isHidden);
    if (isLayout(table, rows)) return [...before, ...rows.flat().flatMap(blocksOf)];
    this.leftOut.add('table');
    const columns = hiddenColumns(table, this.stylesOf);
    const hidden = { columns, report: () => this.reportHidden('columns') };
    return [...before, ...linesOfTable(rowsOf(table, isHidden, columns), blocksOf, hidden)];
  }

  /** An element with the ARIA role of a row, which is a table row without table elements. */
  private lineOf(row: Element, look: Look): readonly Block[] {
    const cells = [...row.querySelectorAll('[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]')];
    if (cells.length === 0) return this.blocksOf(row, look);
    this.leftOut.add('table');
    return lineOfCells(cells.map((cell) => onOneLine(this.blocksOf(cell, look))));
  }
}

function valueOf(input: Element): string {
  const type = input.getAttribute('type') ?? 'text';
  if (type === 'checkbox' || type === 'radio') return input.hasAttribute('checked') ? '☑ ' : '☐ ';
  return type === 'password' ? '' : (input.getAttribute('value') ?? '');
}
