import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { SubmissionFonts } from '../generate-submission-pdf/submission-fonts.js';
import { TYPESET } from '../generate-submission-pdf/submission-template.js';
import { typesetLines } from '../generate-submission-pdf/typeset-lines.js';
import type { EvidenceReport } from './evidence-report.js';

/**
 * The report as a tagged PDF, US Letter on its side, in the fonts of the submission PDF.
 * @throws Error if dist/fonts was not built
 */
export function renderEvidencePdf({ cover, timeline, moments, viewers, files, ...heading }: EvidenceReport): Buffer {
  const fonts = SubmissionFonts.read();
  const print = (text: string) => typesetLines(fonts, text);
  const labelled = (rows: EvidenceReport['cover']) => rows.map(([label, value]) => [label, print(value)]);
  const document = {
    ...heading,
    cover: labelled(cover),
    timeline: timeline.map(({ when, what, place }) => [when, what.join('\n'), place].map(print)),
    moments: moments.map(({ title, status, sections }) => ({
      title: print(title),
      status: print(status),
      sections: sections.map((section) => ({ title: print(section.title), rows: labelled(section.rows) })),
    })),
    viewers: { ...viewers, rows: viewers.rows.map((row) => row.map(print)) },
    files: files.map((row) => row.map(print)),
  };
  return NodeCompiler.create({
    fontArgs: [{ fontPaths: [fonts.folder] }],
    workspace: import.meta.dirname,
  }).pdf({ mainFileContent: TEMPLATE, inputs: { document: JSON.stringify(document) } });
}

const TEMPLATE = String.raw`
#let doc = json(bytes(sys.inputs.document))
#set document(title: doc.title, author: "Throughline", date: none)
#set text(
  font: "Throughline Sans", fallback: false, size: 8.5pt, fill: rgb("#1e293b"), lang: "en", region: "US",
)
#set par(leading: 0.5em, linebreaks: "simple")
#let teal = rgb("#115e59")
#let muted = rgb("#64748b")
#let hairline = 0.5pt + rgb("#cbd5e1")
#set page(
  paper: "us-letter", flipped: true, margin: (x: 0.6in, top: 0.7in, bottom: 0.7in),
  footer: context [
    #set text(size: 7.5pt, fill: muted)
    #grid(columns: (1fr, auto), [Throughline Medical Supply. Confidential],
      [Page #counter(page).display() of #counter(page).final().first()])
  ],
)
#show raw: set text(font: "Throughline Sans", size: 1.25em, weight: 600)
#show heading.where(level: 1): set text(size: 18pt, weight: 600, fill: teal)
#show heading.where(level: 2): it => block(above: 20pt, below: 8pt, sticky: true, text(size: 13pt, weight: 600, fill: teal, it.body))
#show heading.where(level: 3): it => block(above: 14pt, below: 6pt, sticky: true, text(size: 9pt, weight: 600, it.body))
${TYPESET}
#let facts(rows, label: 110pt) = grid(columns: (label, 1fr), row-gutter: 5pt, column-gutter: 8pt,
  ..rows.map(row => (text(fill: muted, row.at(0)), lines(row.at(1), width: 100%))).flatten())
#let listed(columns, head, rows) = table(
  columns: columns, align: left, stroke: (x, y) => (bottom: if y == 0 { 0.8pt + teal } else { hairline }), inset: (x: 4pt, y: 4pt),
  table.header(..head.map(name => text(size: 7.5pt, weight: 600, fill: muted, name))),
  ..rows.map(row => row.map(value => lines(value, width: 100%))).flatten(),
)
= #doc.title
#v(6pt)
#facts(doc.cover)

== How to verify
This report is for reading. What proves is in the folder beside it: each event and each entry of the access log stands in a file with one line
for each, and has a proof that it was signed by the portal as it stands there.
+ Install Node.js (version 20.12 or later) from its makers on any computer. No network is needed afterwards.
+ Unpack the ZIP, open a terminal in its folder, and run #raw("node verify.mjs"). It reads nothing outside of the folder. It names each thing that is
  not as it was exported, or says that there is none.
+ Compare the public key with one that you have from elsewhere, such as from a checkpoint that was kept outside of the portal:
  #raw("node verify.mjs --key KEY"). Without this it is proven that the folder is in agreement with itself, and not who made it.

The formats are public (RFC 6962, and C2SP signed-note, tlog-checkpoint and tlog-proof), so that programs of others can verify the same. A proof says that
something was recorded at that time and has not been changed since, not that it is true.

== What happened
Times are Central Time. The last column has the stream with the number of the event in it, and the position in the log.
#listed((150pt, 1fr, 90pt), ("When", "What", "Place"), doc.timeline)
#if doc.moments.len() > 0 [
== How it was
After each event that changed the status. What is not repeated is as it was at the moment before.
#for moment in doc.moments [
=== #lines(moment.title)
#facts((("Status", moment.status),))
#for section in moment.sections [
#block(above: 8pt, below: 5pt, sticky: true, text(weight: 600, fill: muted, lines(section.title)))
#facts(section.rows)
]
]
]
== Who saw it
#if doc.viewers.rows.len() == 0 [Nobody, in what was signed.] else {
  listed(doc.viewers.widths.map(width => eval(width)), doc.viewers.head, doc.viewers.rows)
}

== Files
#if doc.files.len() == 0 [None.] else {
  listed((30pt, 50pt, 1.4fr, 1fr), ("File", "Position", "SHA-256 that its event states", "Where it is"), doc.files)
}
`;
