import { type Numbering, readNumeral } from '@throughline/domain';
import { type Block, beginningWith, type Inline, type ListBlock, type Marks, paragraph, PLAIN } from './note-blocks.js';

/** The marker of a numbered item: `4.`, `(a)`, `iv)`. */
const NUMBER = /^\(?(\d{1,6}|[a-z]{1,15})[.)\]:]+$|^(\d{1,6})$/i;
/** The marker of an item with a bullet, in any font. */
const BULLET = /^.{0,2}$/u;

/** Builds blocks in sequence. Paragraphs that Word marks as list items are joined to lists. */
export class BlockWriter {
  private readonly written: Block[] = [];
  private open: Inline[] = [];
  /** The open list of each level, while Word's items follow each other directly. */
  private levels: ListBlock[] = [];

  /** All blocks, including the open paragraph. */
  get blocks(): readonly Block[] {
    this.endParagraph();
    return this.written;
  }

  /** The last character of the open line; empty: none. */
  get last(): string {
    const last = this.open.at(-1);
    return last === undefined || last === 'br' ? '' : last.text.slice(-1);
  }

  text(text: string, marks: Marks, mention?: string): void {
    if (text !== '') this.open.push(mention === undefined ? { text, marks } : { text, marks, mention });
  }

  /** Separates what follows from what came before by a space. */
  gap(): void {
    this.text(' ', PLAIN);
  }

  lineBreak(): void {
    this.open.push('br');
  }

  /** Ends the line, so that what follows starts a new paragraph. */
  endParagraph(): void {
    const inline = trimmed(this.open);
    this.open = [];
    if (inline === null) return;
    this.levels = [];
    this.written.push(paragraph(...inline));
  }

  add(...blocks: readonly Block[]): void {
    this.endParagraph();
    if (blocks.length > 0) this.levels = [];
    this.written.push(...blocks);
  }

  /** Adds a list item of Word. `level`: from 1. `marker`: the item's marker as text, for example `4.`. */
  addItem(level: number, marker: string, item: readonly Block[]): void {
    this.endParagraph();
    const [, figure, only] = NUMBER.exec(marker) ?? [];
    const readings = readNumeral(figure ?? only ?? '');
    if (readings.length === 0 && !BULLET.test(marker)) return this.add(...beginningWith(`${marker} `, item));
    const depth = Math.min(level - 1, this.levels.length);
    const before = this.levels[depth];
    this.levels.length = Math.min(this.levels.length, depth + 1);
    if (before && continues(before, readings)) before.items.push([...item]);
    else {
      const list: ListBlock = { kind: 'list', numbering: readings[0] ?? null, items: [[...item]] };
      const around = depth === 0 ? this.written : this.levels[depth - 1]?.items.at(-1);
      around?.push(list);
      this.levels[depth] = list;
    }
  }
}

/** Whether an item with these readings of its marker is the next one of the list. */
function continues({ numbering, items }: ListBlock, readings: readonly Numbering[]): boolean {
  if (numbering === null) return readings.length === 0;
  const next = numbering.start + items.length;
  return readings.some(({ start, type }) => start === next && type === numbering.type);
}

/**
 * The visible content of a line: collapsed spaces are reduced, and the last line break is removed. Empty: an empty line. Null: the line is
 * not shown.
 */
function trimmed(line: readonly Inline[]): Inline[] | null {
  const shown: Inline[] = [];
  const isAtSpace = () => {
    const last = shown.at(-1);
    return last === undefined || last === 'br' || last.text.endsWith(' ');
  };
  for (const inline of line) {
    if (inline === 'br') withoutLastSpace(shown);
    const text = inline === 'br' || !isAtSpace() ? null : inline.text.replace(/^ +/, '');
    if (text === null || inline === 'br') shown.push(inline);
    else if (text !== '') shown.push({ ...inline, text });
  }
  withoutLastSpace(shown);
  if (shown.length === 0) return null;
  if (shown.at(-1) === 'br') shown.pop();
  const isBlank = shown.every((inline) => inline !== 'br' && inline.mention === undefined && inline.text.trim() === '');
  return isBlank ? [] : shown;
}

function withoutLastSpace(line: Inline[]): void {
  const last = line.at(-1);
  if (last === undefined || last === 'br' || !last.text.endsWith(' ')) return;
  line.pop();
  const text = last.text.replace(/ +$/, '');
  if (text !== '') line.push({ ...last, text });
}
