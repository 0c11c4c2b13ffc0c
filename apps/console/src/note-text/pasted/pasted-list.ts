import { withoutUnshowable } from '@throughline/contracts';
import { numberingOf, numeral } from '@throughline/domain';
import { type Block, beginningWith, type ListBlock } from './note-blocks.js';
import { type Look, lookOf } from './pasted-styles.js';
import { type Styles, type StylesOf } from './style-sheets.js';

/** Reads the content of elements, for `listOf` and `itemOf`. */
export interface BlockReader {
  readonly stylesOf: StylesOf;
  readonly blocksOf: (parent: Element, look: Look) => readonly Block[];
  readonly blocksOfNode: (node: Node, look: Look) => readonly Block[];
  /** Records that the list has a numbering that a note cannot have. */
  readonly reportNumbering: () => void;
  /** Whether the element was invisible in the copied page. If it was, its text is left out and a notice says so. */
  readonly leavesOut: (element: Element) => boolean;
}

/**
 * Converts a list. It is split where its numbers are not consecutive, and an item without a number or bullet, or with another marker,
 * becomes a paragraph.
 */
export function listOf(list: Element, look: Look, reader: BlockReader): Block[] {
  const items = [...list.children].filter(({ tagName }) => tagName === 'LI');
  const step = list.hasAttribute('reversed') ? -1 : 1;
  const [, before] = /\blist-item\s+(-?\d{1,9})/.exec(reader.stylesOf(list).get('counter-reset') ?? '') ?? [];
  const first = before === undefined ? null : Number(before) + 1;
  let next = wholeOf(list.getAttribute('start')) ?? first ?? (step < 0 ? items.length : 1);
  const written: Block[] = [];
  let last: Block[] | null = null;
  const add = (item: Block[], numbering: ListBlock['numbering']) => {
    const open = written.at(-1);
    if (open?.kind === 'list' && last === open.items.at(-1) && follows(open, numbering)) open.items.push(item);
    else written.push({ kind: 'list', numbering, items: [item] });
    last = item;
  };
  const addItem = (element: Element) => {
    const item = itemOf(element, lookOf('LI', reader.stylesOf(element), look), reader);
    const number = wholeOf(element.getAttribute('value')) ?? next;
    next = number + step;
    const marker = markerOf(element, list, number, reader);
    if (typeof marker === 'string') {
      written.push(...(marker === '' ? item : beginningWith(marker, item)));
      last = null;
    } else if (marker !== null && marker.start !== number) {
      // A number that no list of a note can have is written as text.
      written.push({ kind: 'list', numbering: null, items: [beginningWith(`${number}. `, item)] });
      last = null;
    } else add(item, marker);
  };
  for (const child of list.childNodes) {
    if (items.includes(child as Element)) {
      if (!reader.leavesOut(child as Element)) addItem(child as Element);
    } else {
      // A node between the items, such as a list, belongs to the item before it.
      const blocks = reader.blocksOfNode(child, look);
      if (last) (last as Block[]).push(...blocks);
      else if (blocks.length > 0 && written.length === 0) add([...blocks], null);
      else written.push(...blocks);
    }
  }
  return written;
}

/** The marker of an item: a numbering that a note can have, null for a bullet, or text. */
function markerOf(item: Element, list: Element, number: number, reader: BlockReader): ListBlock['numbering'] | string {
  const counted = [reader.stylesOf(item, 'marker'), reader.stylesOf(item, 'before')]
    .map((styles) => styles.get('content') ?? '')
    .find((content, index) => (index === 0 ? STRING.test(content) : /\bcounters?\(/.test(content)));
  if (counted !== undefined) return `${contentOf(counted, number).trim()} `;
  const styles = [item, list].map((one) => styleOf(reader.stylesOf(one)));
  const style = styles.find((one) => one !== '') ?? '';
  if (STRING.test(style)) {
    const text = contentOf(style, number).trim();
    return /^[•◦▪‣·]$/.test(text) ? null : text === '' ? '' : `${text} `;
  }
  if (/\bgreek\b/.test(style)) return `${greek(number)}. `;
  if (/\bdecimal-leading-zero\b/.test(style)) return `${String(number).padStart(2, '0')}. `;
  const kind = kindOf(list, style);
  if (kind === 'none') return '';
  if (/\b(?!inside|outside|inherit|initial|unset|revert)[a-z][\w-]*/.test(style.replaceAll(KNOWN, '')))
    reader.reportNumbering();
  return kind === 'bullets' ? null : numberingOf(String(number), typeOf(item, list, styles));
}

/** The counter styles and bullets that a note can have. */
const KNOWN = /\b(none|disc|circle|square|disclosure-\w+|decimal|(lower|upper)-(alpha|latin|roman)|url\([^)]*\))/g;
const STRING = /(["'])((?:\\.|(?!\1).)*)\1/s;

/** The text of `content` or of `list-style-type`. `number`: the value of a counter in it. Characters of icon fonts are removed. */
export function contentOf(content: string, number: number | null): string {
  const parts = content.matchAll(new RegExp(`${STRING.source}|\\bcounters?\\(([^)]*)\\)`, 'gs'));
  return [...parts]
    .map(([, , text, counter]) => {
      if (text !== undefined) return unescaped(text);
      const [, letters, kind] = /\b(lower|upper)-(alpha|latin|roman)\b/.exec(counter ?? '') ?? [];
      const small = kind === undefined ? null : kind === 'roman' ? 'i' : 'a';
      return number === null ? '' : numeral(number, letters === 'upper' && small ? (small === 'i' ? 'I' : 'A') : small);
    })
    .join('')
    .replaceAll(/\p{Private_Use}/gu, '');
}

const unescaped = (text: string) =>
  withoutUnshowable(
    text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, code?: string, character = '') =>
      code === undefined ? String(character) : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)),
    ),
  );

const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';
const greek = (number: number): string =>
  number < 1
    ? String(number)
    : (number > 24 ? greek(Math.floor((number - 1) / 24)) : '') + GREEK.charAt((number - 1) % 24);

const follows = (last: ListBlock, numbering: ListBlock['numbering']) =>
  numbering === null ? last.numbering === null : last.numbering?.start === numbering.start - last.items.length;

/** The blocks of an item. A checkbox of the list becomes a character. */
export function itemOf(item: Element, look: Look, reader: BlockReader): Block[] {
  const checked = item.getAttribute('aria-checked') ?? item.getAttribute('data-checked');
  if (checked === null) return [...reader.blocksOf(item, look)];
  for (const box of item.querySelectorAll(':scope > img')) box.remove();
  return beginningWith(checked === 'true' ? '☑ ' : '☐ ', reader.blocksOf(item, look));
}

const styleOf = (styles: Styles) => styles.get('list-style-type') ?? styles.get('list-style') ?? '';

/** The kind of list: by its style, or else by its tag. */
function kindOf(list: Element, style: string): 'numbers' | 'bullets' | 'none' {
  if (/\bnone\b/.test(style)) return 'none';
  if (/\b(disc|circle|square|disclosure-\w+)\b/.test(style)) return 'bullets';
  if (/\b(decimal|(lower|upper)-(alpha|latin|roman))\b/.test(style)) return 'numbers';
  return list.tagName === 'OL' ? 'numbers' : 'bullets';
}

/** The numerals of a list, as a value of the attribute `type`. */
function typeOf(item: Element, list: Element, styles: readonly string[]): string | null {
  const [, letters, kind] = /\b(lower|upper)-(alpha|latin|roman)\b/.exec(styles.join(' ')) ?? [];
  if (kind === undefined) return item.getAttribute('type') ?? list.getAttribute('type');
  const small = kind === 'roman' ? 'i' : 'a';
  return letters === 'upper' ? small.toUpperCase() : small;
}

const wholeOf = (value: string | null): number | null =>
  /^\s*-?\d{1,9}/.test(value ?? '') ? parseInt(value ?? '', 10) : null;
