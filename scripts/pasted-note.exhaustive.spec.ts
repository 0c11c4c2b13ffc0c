/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { randomInt } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { withoutUnshowable } from '@throughline/contracts';
import { numberingOf } from '@throughline/domain';
import fc from 'fast-check';
import { getSchema } from '@tiptap/core';
import { DOMParser as SchemaParser, DOMSerializer } from '@tiptap/pm/model';
import { Window } from 'happy-dom';
import { sanitiseNote } from '../apps/api/src/note/sanitise-note.js';
import { NOTE_EXTENSIONS } from '../apps/console/src/note-text/note-schema.js';
import { pastedNote } from '../apps/console/src/note-text/pasted/pasted-note.js';
import {
  type Run,
  type List,
  type Part,
  type Cell,
  signOf,
  PLAIN,
  plain,
  type Vary,
  PROGRAMS,
  written,
} from './pasted-programs.testing.js';

/* The console and the API share no code: this spec makes sure that a note reads the same when it is pasted, shown, saved and read. */

const window = new Window();
Object.assign(globalThis, { DOMParser: window.DOMParser, Node: window.Node });
const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

const schema = getSchema(NOTE_EXTENSIONS);
/** HTML in the form in which the editor has it. */
function asShown(html: string): string {
  const { content } = SchemaParser.fromSchema(schema).parse(bodyOf(html));
  const page = window.document.createElement('div');
  page.append(
    DOMSerializer.fromSchema(schema).serializeFragment(content, { document: window.document as never }) as never,
  );
  return page.innerHTML;
}

const CARELESS: readonly string[] = [
  'www.plan.example',
  '/login',
  'http:/plan.example',
  'javascript:x()',
  'file:///C:/a.pdf',
];

/* The lines of a text with their formats: `  d. Call <bold struck>Rosa`. */

const formats = ({ bold, italic, struck, script, href }: Omit<Run, 'text'>) =>
  [bold && 'bold', italic && 'italic', struck && 'struck', script, href !== null && !CARELESS.includes(href) && href]
    .filter(Boolean)
    .join(' ');

/** A blank looks the same in every format. */
function lineOf(before: string, runs: readonly Run[]): string {
  let line = before;
  let last = '';
  for (const { text, ...format } of runs) {
    for (const character of withoutUnshowable(text).replaceAll('\u00a0', ' ')) {
      const as = character === ' ' ? last : `<${formats(format)}>`;
      line += as === last ? character : as + character;
      last = as;
    }
  }
  // Any number of blanks counts as one.
  return line.replaceAll(/(?<=\S) +/g, ' ').trimEnd();
}

const linesOfList = (list: List, depth: number): string[] =>
  list.items.flatMap(({ runs, inner }, index) => [
    lineOf('  '.repeat(depth) + signOf(list, index), runs),
    ...(inner ? linesOfList(inner, depth + 1) : []),
  ]);

const linesOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'paragraph') return [lineOf('', part.runs)];
    if (part.kind === 'lines') return part.lines.map((runs) => lineOf('', runs));
    if (part.kind === 'list') return linesOfList(part.list, 0);
    return part.rows.map((cells) => {
      const columns = cells.flatMap((cell) => [cell, ...Array.from({ length: cell.span - 1 }, () => plain(''))]);
      const full = columns.slice(0, columns.findLastIndex(({ text }) => text !== '') + 1);
      return lineOf(
        '',
        full.flatMap((cell, index) => (index === 0 ? [cell] : [plain(' | '), cell])),
      );
    });
  });

/** The lines of a note's HTML, as a browser shows it. */
function linesOfNote(html: string): string[] {
  const lines: string[] = [];
  const runsOf = (node: Node, as: Omit<Run, 'text'>): Run[] => {
    if (node.nodeType === Node.TEXT_NODE) return [{ text: node.textContent ?? '', ...as }];
    const { tagName } = node as Element;
    if (tagName === 'BR') return [plain('\n')];
    const more: Partial<Run> = {
      ...(tagName === 'STRONG' && { bold: true }),
      ...(tagName === 'EM' && { italic: true }),
      ...(tagName === 'S' && { struck: true }),
      ...(tagName === 'SUB' && { script: 'sub' }),
      ...(tagName === 'SUP' && { script: 'sup' }),
      ...(tagName === 'A' && { href: (node as Element).getAttribute('href') }),
    };
    return [...node.childNodes].flatMap((child) => runsOf(child, { ...as, ...more }));
  };
  const read = (parent: Element, before: string, depth: number) => {
    let sign = before;
    for (const child of parent.children) {
      if (child.tagName === 'P') {
        let runs: Run[] = [];
        for (const run of runsOf(child, PLAIN)) {
          if (run.text !== '\n') runs.push(run);
          else {
            lines.push(lineOf(sign, runs));
            [sign, runs] = ['  '.repeat(depth), []];
          }
        }
        lines.push(lineOf(sign, runs));
        sign = '  '.repeat(depth);
      } else {
        const { start, type } = numberingOf(child.getAttribute('start'), child.getAttribute('type'));
        const list = { start, type: child.tagName === 'UL' ? null : (type ?? '1') } as const;
        for (const [index, item] of [...child.children].entries())
          read(item, '  '.repeat(depth) + signOf(list, index), depth + 1);
      }
    }
  };
  read(bodyOf(html), '', 0);
  return lines;
}

/** Invisible characters as a contact list, a chat and a word processor write them. */
const INVISIBLE = ['\u202a(602) 555-0147\u202c', '\u2068Ana\u2069', 'a\ufffcb', '\ufeffc\u0007'];
const WORDS = [
  'Rosa',
  '10',
  'x<y',
  'a & b',
  'naïve',
  '6',
  'M',
  'الاسم',
  '“no”',
  'A1.',
  '*a*',
  '2.5 mg',
  '5\u00a0 mg',
  ...INVISIBLE,
];
const LINKS = ['https://plan.example/a?b=1&c=2', 'mailto:ana@plan.example', 'tel:+15550100', 'HTTP://plan.example'];
const rarely = fc.integer({ min: 0, max: 3 }).map((n) => n === 0);
const aRun: fc.Arbitrary<Run> = fc.record({
  text: fc.constantFrom(...WORDS),
  bold: rarely,
  italic: rarely,
  struck: rarely,
  script: fc.constantFrom(null, null, null, 'sub', 'sup'),
  href: fc.constantFrom(null, null, null, null, null, null, null, null, ...LINKS, ...CARELESS),
  underlined: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
});
const aCell = fc.tuple(aRun, rarely).map(([run, isWide]): Cell => ({ ...run, span: isWide ? 2 : 1 }));
/** Words with blanks between them. */
const someRuns = fc
  .array(aRun, { minLength: 1, maxLength: 4 })
  .map((runs) => runs.flatMap((run, index) => (index === 0 ? [run] : [plain(' '), run])));
const aList = (depth: number): fc.Arbitrary<List> =>
  fc.record({
    type: fc.constantFrom(null, '1', '1', 'a', 'A', 'i'),
    start: fc.constantFrom(1, 1, 4, 12),
    items: fc.array(
      fc.record({ runs: someRuns, inner: depth === 0 ? fc.constant(null) : fc.option(aList(depth - 1), { freq: 3 }) }),
      { minLength: 1, maxLength: 3 },
    ),
  });
const aPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: someRuns.map((runs): Part => ({ kind: 'paragraph', runs })) },
  fc.array(someRuns, { minLength: 2, maxLength: 3 }).map((lines): Part => ({ kind: 'lines', lines })),
  { weight: 3, arbitrary: aList(2).map((list): Part => ({ kind: 'list', list })) },
  fc
    .integer({ min: 2, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(aCell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 3 }),
    )
    .map((rows): Part => ({ kind: 'table', rows })),
);
const BETWEEN: Part = { kind: 'paragraph', runs: [plain('then')] };
/** A paragraph stands between two lists, because Word does not mark where one of two consecutive lists ends. */
const aText: fc.Arbitrary<readonly Part[]> = fc
  .array(aPart, { minLength: 1, maxLength: 5 })
  .map((parts) => parts.flatMap((part): readonly Part[] => (part.kind === 'list' ? [part, BETWEEN] : [part])));

const runsOf = (part: Part): readonly Run[] => {
  const ofList = (list: List): readonly Run[] =>
    list.items.flatMap(({ runs, inner }) => [...runs, ...(inner ? ofList(inner) : [])]);
  if (part.kind === 'list') return ofList(part.list);
  return part.kind === 'paragraph' ? part.runs : (part.kind === 'lines' ? part.lines : part.rows).flat();
};

/** The formats that the person must be told are lost. */
function lostOf(parts: readonly Part[]): ReadonlySet<string> {
  const runs = parts.flatMap(runsOf);
  const lost = new Set<string>();
  if (parts.some(({ kind }) => kind === 'table')) lost.add('table');
  if (runs.some(({ href }) => href !== null && CARELESS.includes(href))) lost.add('address');
  if (runs.some(({ text }) => INVISIBLE.includes(text))) lost.add('invisible');
  // A link is always underlined.
  if (runs.some(({ underlined, href }) => underlined && (href === null || CARELESS.includes(href))))
    lost.add('underline');
  return lost;
}

const seed = fc.readConfigureGlobal()?.seed ?? randomInt(2 ** 31);

describe.each(Object.entries(PROGRAMS))('A text pasted into a note from %s', (_, program) => {
  it('says the same in the editor, as it is saved and where it is read', () => {
    fc.assert(
      fc.property(aText, fc.infiniteStream(fc.nat(1_000)), (parts, choices) => {
        const vary: Vary = (...of) => of[(choices.next().value ?? 0) % of.length] ?? of[0];
        const source = written(parts, program, vary);
        const { html, leftOut } = pastedNote(source);
        const shown = asShown(html);
        expect(linesOfNote(shown)).toEqual(linesOf(parts));
        const saved = sanitiseNote(shown, 'noteText');
        expect(linesOfNote(saved)).toEqual(linesOfNote(shown));
        // The note is opened for editing, and saved again.
        expect(asShown(saved)).toBe(shown);
        expect(new Set(leftOut.filter((one) => one !== 'hidden'))).toEqual(lostOf(parts));
        expect(leftOut.includes('hidden')).toBe(source.includes('>hidden</span>'));
      }),
      { seed, numRuns: 40 },
    );
  });
});

/** Tags and styles in any combination, as on web pages. */
const TAGS = 'p div b i u s del sub sup span ul ol li table br hr a h1 h6 blockquote pre code dl dt dd section font center label button details summary nav figure figcaption form q cite tt big abbr'.split(' '); // prettier-ignore
const STYLES = [
  '',
  '',
  '',
  'display:block',
  'display:inline',
  'float:left',
  'font-weight:bold',
  'white-space:pre',
  'margin:0;mso-list:l0 level2 lfo1',
  'list-style:none',
  'text-transform:uppercase',
  'vertical-align:super',
  'display:flex',
  'display:inline-flex',
  'display:grid;grid-template-columns:1fr 1fr',
  'display:table-cell',
  'display:inline-block;width:4em',
  'margin-left:2em',
];
interface Tree {
  readonly tag: string;
  readonly style: string;
  readonly more: string;
  readonly inner: readonly (Tree | null)[];
}
const MORE = [
  '',
  '',
  '',
  ' start="7"',
  ' value="3"',
  ' type="i"',
  ' reversed',
  ' colspan="2"',
  ' rowspan="3"',
  ' href="https://a.example"',
  ' href="x"',
  ' role="presentation"',
  ' role="row"',
  ' aria-checked="true"',
  ' class="MsoNormal"',
];
const aTree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    tag: fc.constantFrom(...TAGS),
    style: fc.constantFrom(...STYLES),
    more: fc.constantFrom(...MORE),
    // Null stands for a word.
    inner: fc.array(fc.oneof({ maxDepth: 6 }, fc.constant(null), tie('tree')), { maxLength: 4 }),
  }),
})).tree; // prettier-ignore

describe('Whatever is pasted into a note', () => {
  it('is saved as the editor shows it, with every word, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.option(aTree), { minLength: 1, maxLength: 4 }), (trees) => {
        let count = 0;
        const htmlOf = (tree: Tree | null): string => {
          if (tree === null) return `w${++count}w `;
          const { tag, more, style, inner } = tree;
          // A parser moves what is in no cell out of a table.
          const cells = inner.map((cell) =>
            tag === 'table' ? `<tr><td>${htmlOf(cell)}</td><td>x</td></tr>` : htmlOf(cell),
          );
          return `<${tag}${more}${style && ` style="${style}"`}>${cells.join('')}</${tag}>`;
        };
        const html = `${trees.map(htmlOf).join('')}${htmlOf(null)}`;
        const shown = asShown(pastedNote(html).html);
        const parsed = bodyOf(html).textContent.match(/w\d+w/g) ?? [];
        expect([...new Set(bodyOf(shown).textContent.toLowerCase().match(/w\d+w/g))].sort()).toEqual(
          [...new Set(parsed)].sort(),
        );
        const saved = sanitiseNote(shown, 'noteText');
        expect(linesOfNote(saved)).toEqual(linesOfNote(shown));
        expect(asShown(saved)).toBe(shown);
      }),
      { seed, numRuns: 300 },
    );
  });
});
