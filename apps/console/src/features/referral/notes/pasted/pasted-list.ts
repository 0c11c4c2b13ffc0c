import { numberingOf } from '@throughline/domain';
import { type Block, beginningWith, type ListBlock } from './note-blocks.js';
import { isUnseen, type Look, lookOf } from './pasted-styles.js';
import { type Styles, type StylesOf } from './style-sheets.js';

/** Reads what is inside an element. */
export interface BlockReader {
  readonly stylesOf: StylesOf;
  readonly blocksOf: (parent: Element, look: Look) => readonly Block[];
  /** One node of its own. */
  readonly blocksOfNode: (node: Node, look: Look) => readonly Block[];
}

/** A list; more than one where the numbers of its items do not follow one another, and paragraphs if it shows neither number nor bullet. */
export function listOf(list: Element, look: Look, reader: BlockReader): Block[] {
  const items = [...list.children].filter(({ tagName }) => tagName === 'LI');
  const styles = [...items.slice(0, 1), list].map((one) => styleOf(reader.stylesOf(one)));
  const kind = kindOf(list, styles);
  const step = list.hasAttribute('reversed') ? -1 : 1;
  let next = wholeOf(list.getAttribute('start')) ?? (step < 0 ? items.length : 1);
  const written: ListBlock[] = [];
  const begin = (item: Block[], numbering: ListBlock['numbering'] = null) =>
    written.push({ kind: 'list', numbering, items: [item] });
  const addItem = (element: Element) => {
    const item = itemOf(element, lookOf('LI', reader.stylesOf(element), look), reader);
    const number = wholeOf(element.getAttribute('value')) ?? next;
    next = number + step;
    const numbering = kind === 'numbers' ? numberingOf(String(number), typeOf(list, styles)) : null;
    const last = written.at(-1);
    // A number that no list of a note has is text.
    if (numbering !== null && numbering.start !== number) begin(beginningWith(`${number}. `, item));
    else if (last && follows(last, numbering)) last.items.push(item);
    else begin(item, numbering);
  };
  for (const child of list.childNodes) {
    if (items.includes(child as Element)) {
      if (!isUnseen(child as Element, reader.stylesOf(child as Element))) addItem(child as Element);
    } else {
      // What stands beside the items, such as a list, is of the item before.
      const blocks = reader.blocksOfNode(child, look);
      const before = written.at(-1)?.items.at(-1);
      if (before) before.push(...blocks);
      else if (blocks.length > 0) begin([...blocks]);
    }
  }
  return kind === 'none' ? written.flatMap((each) => each.items.flat()) : written;
}

const follows = (last: ListBlock, numbering: ListBlock['numbering']) =>
  numbering === null ? last.numbering === null : last.numbering?.start === numbering.start - last.items.length;

/** An item; the box of a list to tick off is a character. */
export function itemOf(item: Element, look: Look, reader: BlockReader): Block[] {
  const checked = item.getAttribute('aria-checked') ?? item.getAttribute('data-checked');
  if (checked === null) return [...reader.blocksOf(item, look)];
  for (const box of item.querySelectorAll(':scope > img')) box.remove();
  return beginningWith(checked === 'true' ? '☑ ' : '☐ ', reader.blocksOf(item, look));
}

const styleOf = (styles: Styles) => styles.get('list-style-type') ?? styles.get('list-style') ?? '';

/** By the first of the styles that says it, otherwise by the tag. */
function kindOf(list: Element, styles: readonly string[]): 'numbers' | 'bullets' | 'none' {
  const style = styles.find((one) => one !== '') ?? '';
  if (/\bnone\b/.test(style)) return 'none';
  if (/\b(disc|circle|square)\b/.test(style)) return 'bullets';
  if (/\b(decimal|(lower|upper)-(alpha|latin|roman))\b/.test(style)) return 'numbers';
  return list.tagName === 'OL' ? 'numbers' : 'bullets';
}

/** The numerals of a list, as the attribute `type` calls them. */
function typeOf(list: Element, styles: readonly string[]): string | null {
  const [, letters, kind] = /\b(lower|upper)-(alpha|latin|roman)\b/.exec(styles.join(' ')) ?? [];
  if (kind === undefined) return list.getAttribute('type');
  const small = kind === 'roman' ? 'i' : 'a';
  return letters === 'upper' ? small.toUpperCase() : small;
}

const wholeOf = (value: string | null): number | null =>
  /^\s*-?\d{1,9}/.test(value ?? '') ? parseInt(value ?? '', 10) : null;
