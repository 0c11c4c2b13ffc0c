import { isNoteLink, NOTE_TAGS, type Numbering, numberingAttributes, numeral } from '@throughline/domain';

/** The formats of characters. */
export interface Marks {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  readonly script: 'sub' | 'sup' | null;
  readonly href: string | null;
}

export const PLAIN: Marks = { bold: false, italic: false, struck: false, script: null, href: null };

export interface Words {
  readonly text: string;
  readonly marks: Marks;
  /** The user id of a mention; the text is its name. */
  readonly mention?: string;
}
export type Inline = Words | 'br';

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly inline: readonly Inline[];
}
export interface ListBlock {
  readonly kind: 'list';
  /** Null: bullets. */
  readonly numbering: Numbering | null;
  readonly items: Block[][];
}
export type Block = Paragraph | ListBlock;

export const paragraph = (...inline: readonly Inline[]): Paragraph => ({ kind: 'paragraph', inline });
export const words = (text: string, marks = PLAIN): Words => ({ text, marks });

/** The sign of an item, with the space after it: `4. ` or `• `. `index`: of the item, from 0. */
const signOf = (numbering: Numbering | null, index: number) =>
  numbering ? `${numeral(numbering.start + index, numbering.type)}. ` : '• ';

/** Blocks whose first line begins with this text. */
export function beginningWith(text: string, blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.kind === 'paragraph') return [paragraph(words(text), ...first.inline), ...rest];
  return [paragraph(words(text.trimEnd())), ...blocks];
}

/** The items of a list as paragraphs, with their signs as text. */
export const writtenOut = ({ numbering, items }: ListBlock): Block[] =>
  items.flatMap((item, index) => beginningWith(signOf(numbering, index), item));

/** Blocks with at most `room` lists in one another. Deeper lists become paragraphs of the innermost list that is kept, with their numbers or bullets as text. */
export const fitted = (blocks: readonly Block[], room: number): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.kind === 'paragraph') return [block];
    if (room <= 0) return fitted(writtenOut(block), 0);
    return [{ ...block, items: block.items.map((item) => fitted(item, room - 1)) }];
  });

/** Each paragraph, also of an item, begins with `> `, as a quotation in a mail does. */
export const quoted = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) =>
    block.kind === 'paragraph'
      ? paragraph(words('> '), ...block.inline)
      : { ...block, items: block.items.map((item) => quoted(item)) },
  );

/** Blocks on one line, as a cell of a table: ` / ` stands where a line ended. */
export function onOneLine(blocks: readonly Block[]): Inline[] {
  const lines = fitted(blocks, 0).map((block) => (block.kind === 'paragraph' ? block.inline : []));
  return lines
    .filter((line) => line.length > 0)
    .flatMap((line, index) => [
      ...(index > 0 ? [words(' / ')] : []),
      ...line.map((one) => (one === 'br' ? words(' / ') : one)),
    ]);
}

/** The blocks as HTML of a note, as its editor would write it, without the empty paragraphs at the beginning and the end. */
export function htmlOfBlocks(blocks: readonly Block[]): string {
  const isFull = (block: Block) => block.kind === 'list' || block.inline.length > 0;
  return blocks
    .slice(blocks.findIndex(isFull), blocks.findLastIndex(isFull) + 1)
    .map(blockHtml)
    .join('');
}

function blockHtml(block: Block): string {
  if (block.kind === 'paragraph') return `<p>${block.inline.map(inlineHtml).join('')}</p>`;
  const items = block.items.map((item) => {
    // An item begins with a paragraph.
    const first = item[0]?.kind === 'paragraph' ? '' : '<p></p>';
    return `<li>${first}${item.map(blockHtml).join('')}</li>`;
  });
  if (!block.numbering) return `<ul>${items.join('')}</ul>`;
  const attributes = Object.entries(numberingAttributes(block.numbering)).map(([name, value]) => ` ${name}="${value}"`);
  return `<ol${attributes.join('')}>${items.join('')}</ol>`;
}

function inlineHtml(inline: Inline): string {
  if (inline === 'br') return '<br>';
  const { text, marks, mention } = inline;
  if (mention !== undefined) return `<span data-mention="${escaped(mention)}">${escaped(text)}</span>`;
  const tags = [
    ...[marks.bold && 'strong', marks.italic && 'em', marks.struck && 's', marks.script].filter(
      (tag) => tag !== false && tag !== null,
    ),
  ];
  const inner = tags.reduceRight((html, tag) => `<${tag}>${html}</${tag}>`, escaped(text));
  return marks.href === null ? inner : `<a href="${escaped(marks.href)}">${inner}</a>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A slice of an editor such as this one, of whose formats a note has all. */
export function isOfNote(page: Document): boolean {
  const known: readonly string[] = NOTE_TAGS;
  return (
    page.querySelector('[data-pm-slice]') !== null &&
    [...page.body.querySelectorAll('*')].every(
      (element) =>
        known.includes(element.tagName.toLowerCase()) &&
        !element.hasAttribute('style') &&
        (element.tagName !== 'A' || isNoteLink(element.getAttribute('href') ?? '')),
    )
  );
}
