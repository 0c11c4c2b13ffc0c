import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { TYPESET } from '../generate-submission-pdf/submission-template.js';
import { SubmissionFonts } from '../generate-submission-pdf/submission-fonts.js';
import { typesetLines } from '../generate-submission-pdf/typeset-lines.js';
import { cellsOf, type Disclosure } from './disclosures.js';

export interface AccountingOfDisclosures {
  /** The member as they were asked for. */
  readonly member: string;
  readonly caseIds: readonly string[];
  /** YYYY-MM-DD in Central Time, both included. */
  readonly from: string;
  readonly to: string;
  /** In words. */
  readonly madeAt: string;
  readonly madeBy: string;
  readonly disclosures: readonly Disclosure[];
}

/**
 * The accounting as a tagged PDF, US Letter on its side, in the fonts of the submission PDF.
 * @throws Error if dist/fonts was not built
 */
export function renderDisclosuresPdf({ disclosures, ...heading }: AccountingOfDisclosures): Buffer {
  const fonts = SubmissionFonts.read();
  const print = (text: string) => typesetLines(fonts, text);
  const document = {
    facts: [
      ['Member', heading.member],
      ['Period', `${heading.from} to ${heading.to}, days in Central Time`],
      ['Referrals', heading.caseIds.join(', ')],
      ['Viewings', String(disclosures.reduce((sum, { times }) => sum + times, 0))],
      ['Made', `${heading.madeAt}, by ${heading.madeBy}`],
    ].map(([label, value = '']) => [label, print(value)]),
    rows: disclosures.map((disclosure) => cellsOf(disclosure).map(print)),
  };
  return NodeCompiler.create({
    fontArgs: [{ fontPaths: [fonts.folder] }],
    workspace: import.meta.dirname,
  }).pdf({ mainFileContent: TEMPLATE, inputs: { document: JSON.stringify(document) } });
}

const TEMPLATE = String.raw`
#let doc = json(bytes(sys.inputs.document))
#set document(title: "Accounting of disclosures", author: "Throughline", date: none)
#set text(
  font: "Throughline Sans", fallback: false, size: 8pt, fill: rgb("#1e293b"), lang: "en", region: "US",
)
#set par(leading: 0.5em, linebreaks: "simple")
#let teal = rgb("#115e59")
#let muted = rgb("#64748b")
#let hairline = 0.5pt + rgb("#cbd5e1")
#set page(
  paper: "us-letter", flipped: true, margin: (x: 0.6in, top: 0.7in, bottom: 0.7in),
  footer: context [
    #set text(size: 7.5pt, fill: muted)
    #grid(columns: (1fr, auto), [Throughline Medical Supply. Confidential: contains protected health information],
      [Page #counter(page).display() of #counter(page).final().first()])
  ],
)
#show heading.where(level: 1): set text(size: 16pt, weight: 600, fill: teal)
${TYPESET}
= Accounting of disclosures
#v(2pt)
#text(fill: muted)[45 CFR 164.528. Each viewing of the member’s referrals in the portal; repeated ones with first, times and last.
  Times are Central Time.]
#v(4pt)
#grid(columns: (70pt, 1fr), row-gutter: 5pt,
  ..doc.facts.map(fact => (text(fill: muted, fact.at(0)), lines(fact.at(1), width: 100%))).flatten())
#v(8pt)
#if doc.rows.len() == 0 [Nobody saw them in this period.] else [
#table(
  columns: (62pt, 62pt, 26pt, 1.2fr, 0.9fr, 0.7fr, 1.5fr, 1.2fr, 74pt),
  align: (left, left, right, left, left, left, left, left, left),
  stroke: (x, y) => (bottom: if y == 0 { 0.8pt + teal } else { hairline }),
  inset: (x: 4pt, y: 4pt),
  table.header(..("First", "Last", "Times", "To whom", "Company", "Role", "What", "Why", "Referral").map(
    name => text(size: 7.5pt, weight: 600, fill: muted, name))),
  ..doc.rows.map(row => row.map(value => lines(value, width: 100%))).flatten(),
)]
`;
