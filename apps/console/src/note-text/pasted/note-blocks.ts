import { isNoteLink, NOTE_TAGS, type Numbering, numberingAttributes, numeral } from '@throughline/domain';

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
  /** The id of the mentioned user, whose name is the text. */
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

/** The marker of an item with a space, for example `4. ` or `• `. `index`: the item's, from 0. */
const markerOf = (numbering: Numbering | null, index: number) =>
  numbering ? `${numeral(numbering.start + index, numbering.type)}. ` : '• ';

/** The blocks with this text at the start of their first line. */
export function beginningWith(text: string, blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.kind === 'paragraph') return [paragraph(words(text), ...first.inline), ...rest];
  return [paragraph(words(text.trimEnd())), ...blocks];
}

/** The items of a list as paragraphs, with their markers as text. */
export const writtenOut = ({ numbering, items }: ListBlock): Block[] =>
  items.flatMap((item, index) => beginningWith(markerOf(numbering, index), item));

/**
 * The blocks with at most `room` levels of lists. Deeper lists become paragraphs of the deepest list that is kept, with their numbers or
 * bullets as text.
 */
export const fitted = (blocks: readonly Block[], room: number): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.kind === 'paragraph') return [block];
    if (room <= 0) return fitted(writtenOut(block), 0);
    return [{ ...block, items: block.items.map((item) => fitted(item, room - 1)) }];
  });

/** Prefixes each paragraph, also within items, with `> `, as mails quote. */
export const quoted = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) =>
    block.kind === 'paragraph'
      ? paragraph(words('> '), ...block.inline)
      : { ...block, items: block.items.map((item) => quoted(item)) },
  );

/** The blocks as one line, for a table cell. ` / ` marks each line end. */
export function onOneLine(blocks: readonly Block[]): Inline[] {
  const lines = fitted(blocks, 0).map((block) => (block.kind === 'paragraph' ? block.inline : []));
  return lines
    .filter((line) => line.length > 0)
    .flatMap((line, index) => [
      ...(index > 0 ? [words(' / ')] : []),
      ...line.map((one) => (one === 'br' ? words(' / ') : one)),
    ]);
}

/** The blocks as the HTML that the note editor would write, without empty paragraphs at the start and end. */
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
    // The editor requires an item to start with a paragraph.
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
  const tags = [marks.bold && 'strong', marks.italic && 'em', marks.struck && 's', marks.script].filter(
    (tag) => tag !== false && tag !== null,
  );
  const inner = tags.reduceRight((html, tag) => `<${tag}>${html}</${tag}>`, escaped(text));
  return marks.href === null ? inner : `<a href="${escaped(marks.href)}">${inner}</a>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Whether the HTML was copied from an editor such as this one, and has only formats of a note. */
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
