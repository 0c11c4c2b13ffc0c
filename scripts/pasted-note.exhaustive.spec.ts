/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { randomInt } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { withoutUnshowable } from '@throughline/contracts';
import { numberingOf, numeral } from '@throughline/domain';
import fc from 'fast-check';
import { getSchema } from '@tiptap/core';
import { DOMParser as SchemaParser, DOMSerializer } from '@tiptap/pm/model';
import { Window } from 'happy-dom';
import { sanitiseNote } from '../apps/api/src/note/sanitise-note.js';
import { NOTE_EXTENSIONS } from '../apps/console/src/note-text/note-schema.js';
import { pastedNote } from '../apps/console/src/note-text/pasted/pasted-note.js';

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

/** Words in one format. */
interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  readonly script: 'sub' | 'sup' | null;
  /** An address that a note cannot have is reported as left out. */
  readonly href: string | null;
  readonly underlined: boolean;
}
interface List {
  readonly start: number;
  /** Null: bullets; '1': figures. */
  readonly type: '1' | 'a' | 'A' | 'i' | 'I' | null;
  /** Each item has its words, and perhaps a list inside. */
  readonly items: readonly { readonly runs: readonly Run[]; readonly inner: List | null }[];
}
type Part =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  /** Lines that only line breaks separate. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Run[])[] }
  | { readonly kind: 'list'; readonly list: List }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Cell[])[] };
interface Cell extends Run {
  /** The number of columns. */
  readonly span: number;
}

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

const signOf = ({ start, type }: Pick<List, 'start' | 'type'>, index: number) =>
  type === null ? '• ' : `${numeral(start + index, type === '1' ? null : type)}. `;

const linesOfList = (list: List, depth: number): string[] =>
  list.items.flatMap(({ runs, inner }, index) => [
    lineOf('  '.repeat(depth) + signOf(list, index), runs),
    ...(inner ? linesOfList(inner, depth + 1) : []),
  ]);

const PLAIN = { bold: false, italic: false, struck: false, script: null, href: null, underlined: false };
const plain = (text: string): Run => ({ text, ...PLAIN });

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

/* The HTML that programs write for it. `vary` chooses among the ways in which one program may write the same. */

type Vary = <Choice>(...choices: readonly [Choice, ...Choice[]]) => Choice;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');

interface Program {
  readonly run: (run: Run, vary: Vary) => string;
  readonly paragraph: (inner: string, vary: Vary) => string;
  readonly list: (list: List, vary: Vary, level?: number) => string;
  readonly page: (body: string) => string;
}

const within = (tag: string, inner: string) => `<${tag}>${inner}</${tag.split(' ')[0]}>`;
const styled = (style: string, inner: string) => within(`span style="${style}"`, inner);

const inTags = ({ text, bold, italic, struck, script, href, underlined }: Run, vary: Vary): string => {
  let html = escaped(text);
  if (underlined) html = vary(within('u', html), styled('text-decoration: underline', html));
  const noise = vary('', '', '<!-- note -->', '<span style="display:none">hidden</span>', '<wbr>');
  if (script) {
    const sign = script === 'sup' ? '' : '-';
    html = vary(
      within(script, html),
      styled(`vertical-align: ${script === 'sup' ? 'super' : 'sub'}`, html),
      styled(`vertical-align: ${sign}6.0px`, html),
      styled(`position: relative; bottom: ${sign}0.4em; font-size: 75%`, html),
    );
  }
  if (struck) html = vary(...(['s', 'del', 'strike'] as const).map((tag) => within(tag, html)) as [string, ...string[]], styled('TEXT-DECORATION-LINE:line-through', html)); // prettier-ignore
  if (italic) html = vary(within('i', html), within('em', html), styled('font-style:italic', html));
  if (bold)
    html = vary(within('b', html), within('strong', html), styled('font-weight:700', html), styled('font-weight : bold', html)); // prettier-ignore
  else
    html = vary(html, `<b style="font-weight:normal">${html}</b>`, within('strong', styled('font-weight: 400', html)));
  if (href) html = `<a href="${vary(href, ` ${href} `)}">${html}</a>`;
  return `${html}${noise}`;
};

const webList = (list: List, vary: Vary): string => {
  const isLoose = vary(false, true);
  const items = list.items.map(({ runs, inner }) => {
    const own = runs.map((run) => inTags(run, vary)).join('');
    const nested = inner ? webList(inner, vary) : '';
    const words = vary(own, `<p>${own}</p>`, `\n  ${own}\n`);
    // Many programs write a list beside the item that it belongs to.
    return isLoose ? `<li>${words}</li>${nested}` : `<li>${words}${nested}</li>`;
  });
  if (list.type === null) return `<ul>${items.join('\n')}</ul>`;
  const { start } = list;
  const kind = { 1: 'decimal', a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' }[list.type];
  const how = vary(`type="${list.type}"`, `style="list-style-type: ${kind}"`);
  return `<ol${start === 1 ? '' : ` start="${start}"`} ${how}>${items.join('\n')}</ol>`;
};

const WEB: Program = {
  run: inTags,
  paragraph: (inner, vary) => vary(`<p>${inner}</p>\n`, `<div>${inner}</div>`, `<section>${inner}<br></section>`),
  list: webList,
  page: (body) => `<html><head><meta charset="utf-8"><style>.x{color:red}</style></head><body>${body}</body></html>`,
};

const ofGoogle = ({ text, bold, italic, struck, script, href, underlined }: Run): string => {
  const style = [
    'font-size:11pt;font-family:Arial,sans-serif;background-color:transparent',
    `font-weight:${bold ? 700 : 400}`,
    `font-style:${italic ? 'italic' : 'normal'}`,
    `text-decoration:${[underlined && 'underline', struck && 'line-through'].filter(Boolean).join(' ') || 'none'}`,
    `vertical-align:${script === null ? 'baseline' : script === 'sup' ? 'super' : 'sub'}`,
    'white-space:pre-wrap',
  ];
  const words = styled(style.join(';'), escaped(text));
  return href === null ? words : `<a href="${href}" style="text-decoration:none;">${words}</a>`;
};
const googleList = (list: List): string => {
  const kind = list.type === null ? 'disc' : { 1: 'decimal', a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' }[list.type]; // prettier-ignore
  const items = list.items.map(
    ({ runs, inner }) =>
      `<li dir="ltr" style="list-style-type:${kind};font-weight:400" aria-level="1"><p dir="ltr" role="presentation">${runs.map(ofGoogle).join('')}</p></li>${inner ? googleList(inner) : ''}`,
  );
  const tag = list.type === null ? 'ul' : 'ol';
  return `<${tag} style="margin-top:0"${list.start === 1 || tag === 'ul' ? '' : ` start="${list.start}"`}>${items.join('')}</${tag}>`;
};
const GOOGLE: Program = {
  run: ofGoogle,
  paragraph: (inner) => `<p dir="ltr" style="line-height:1.38;margin-top:0pt">${inner}</p>`,
  list: googleList,
  page: (body) => `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${body}</b>`,
};

const ofWord = ({ text, bold, italic, struck, script, href, underlined }: Run, vary: Vary): string => {
  let html = vary(escaped(text), `<span lang=EN-US style='mso-ansi-language:EN-US'>${escaped(text)}<o:p></o:p></span>`);
  if (underlined) html = within('u', html);
  if (script) {
    const [down, up] = script === 'sup' ? ['-3.0pt', '3.0pt'] : ['3.0pt', '-3.0pt'];
    html = vary(within(script, html), styled(`position:relative;top:${down};mso-text-raise:${up}`, html));
  }
  if (struck) html = within('s', html);
  if (italic) html = `<i style='mso-bidi-font-style:normal'>${html}</i>`;
  if (bold) html = `<b style='mso-bidi-font-weight:normal'>${html}</b>`;
  return href === null ? html : `<a href="${href}"><span class=MsoHyperlink>${html}</span></a>`;
};
const wordList = (list: List, vary: Vary, level = 1): string =>
  list.items
    .map(({ runs, inner }, index) => {
      const sign = list.type === null ? vary('·', 'o', '§') : signOf(list, index).trim();
      const ignored = `<![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>`;
      const own = `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'>${ignored}${runs.map((run) => ofWord(run, vary)).join('')}<o:p></o:p></p>`;
      return own + (inner ? wordList(inner, vary, level + 1) : '');
    })
    .join('\n');
const WORD: Program = {
  run: ofWord,
  paragraph: (inner) => `<p class=MsoNormal>${inner}<o:p></o:p></p>\n`,
  list: wordList,
  page: (body) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><w:WordDocument>Normal</w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0in;font-size:11.0pt} --></style></head><body lang=EN-US><!--StartFragment-->${body}<!--EndFragment--></body></html>`,
};

const PROGRAMS: Readonly<Record<string, Program>> = { 'a web page': WEB, 'Google Docs': GOOGLE, Word: WORD };

/** A row of a table in the HTML of web pages. */
const rowInStyles = (cells: readonly Cell[], vary: Vary): string => {
  const columns = cells.map(({ span }) => span).reduce((sum, span) => sum + span, 0);
  const [row, cell] = vary(
    ['display:table-row', () => 'display:table-cell'],
    [`display: grid; grid-template-columns: repeat(${columns}, 1fr)`, ({ span }: Cell) => `grid-column: span ${span}`],
  );
  const inner = cells.flatMap((one) => [
    styled(cell(one), inTags(one, vary)),
    ...(row === 'display:table-row'
      ? Array.from({ length: one.span - 1 }, () => styled('display:table-cell', ''))
      : []),
  ]);
  return `<div style="${row}">${inner.join('')}</div>`;
};

const tableOf = (rows: readonly (readonly Cell[])[], program: Program, vary: Vary): string => {
  const { run } = program;
  const lines = rows.map((cells) => {
    const written = cells.map((cell) => {
      const words = run(cell, vary);
      return `<td${cell.span === 1 ? '' : ` colspan=${cell.span}`}>${vary(words, `<p>${words}</p>`)}</td>`;
    });
    return `<tr>${written.join('\n')}</tr>`;
  });
  const isInStyles = vary(false, false, true);
  if (isInStyles && program === WEB) return rows.map((cells) => rowInStyles(cells, vary)).join('');
  return `<table border=1><colgroup><col><col></colgroup>${vary(lines.join(''), `<tbody>${lines.join('\n')}</tbody>`)}</table>`;
};

function written(parts: readonly Part[], program: Program, vary: Vary): string {
  const body = parts.map((part) => {
    if (part.kind === 'list') return program.list(part.list, vary);
    if (part.kind === 'table') return tableOf(part.rows, program, vary);
    if (part.kind === 'lines')
      return program.paragraph(
        part.lines
          .map((runs) => runs.map((run) => program.run(run, vary)).join(''))
          .join(vary('<br>', '<br />\n', '<br clear=all>')),
        vary,
      );
    return program.paragraph(part.runs.map((run) => program.run(run, vary)).join(''), vary);
  });
  return program.page(body.join(''));
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
  ...{ bold: rarely, italic: rarely, struck: rarely },
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
