import { reportPage, typesetReport } from '../typeset-report.js';
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

/** The accounting as a PDF. Throws like `typesetReport`. */
export function renderDisclosuresPdf({ disclosures, ...heading }: AccountingOfDisclosures): Buffer {
  const facts = [
    ['Member', heading.member],
    ['Period', `${heading.from} to ${heading.to}, days in Central Time`],
    ['Referrals', heading.caseIds.join(', ')],
    ['Viewings', String(disclosures.reduce((sum, { times }) => sum + times, 0))],
    ['Made', `${heading.madeAt}, by ${heading.madeBy}`],
  ];
  return typesetReport({
    template: TEMPLATE,
    document: (print) => ({
      facts: facts.map(([label, value = '']) => [label, print(value)]),
      rows: disclosures.map((disclosure) => cellsOf(disclosure).map(print)),
    }),
  });
}

const PAGE = reportPage({
  title: '"Accounting of disclosures"',
  size: 8,
  footer: 'Confidential: contains protected health information',
});

const TEMPLATE = String.raw`${PAGE}
#show heading.where(level: 1): set text(size: 16pt, weight: 600, fill: teal)
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
