import { numeral } from '@throughline/domain';

/* What a person writes in a note, and the HTML that programs write for it when it is copied. */

/** Words in one format. */
export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  readonly script: 'sub' | 'sup' | null;
  /** An address that a note cannot have is reported as left out. */
  readonly href: string | null;
  readonly underlined: boolean;
}
export interface List {
  readonly start: number;
  /** Null: bullets; '1': figures. */
  readonly type: '1' | 'a' | 'A' | 'i' | 'I' | null;
  /** Each item has its words, and perhaps a list inside. */
  readonly items: readonly { readonly runs: readonly Run[]; readonly inner: List | null }[];
}
export type Part =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  /** Lines that only line breaks separate. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Run[])[] }
  | { readonly kind: 'list'; readonly list: List }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Cell[])[] };
export interface Cell extends Run {
  /** The number of columns. */
  readonly span: number;
}

export const signOf = ({ start, type }: Pick<List, 'start' | 'type'>, index: number) =>
  type === null ? '• ' : `${numeral(start + index, type === '1' ? null : type)}. `;

export const PLAIN = { bold: false, italic: false, struck: false, script: null, href: null, underlined: false };
export const plain = (text: string): Run => ({ text, ...PLAIN });

/* The HTML that programs write for it. `vary` chooses among the ways in which one program may write the same. */

export type Vary = <Choice>(...choices: readonly [Choice, ...Choice[]]) => Choice;
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

export const PROGRAMS: Readonly<Record<string, Program>> = { 'a web page': WEB, 'Google Docs': GOOGLE, Word: WORD };

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

export function written(parts: readonly Part[], program: Program, vary: Vary): string {
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
