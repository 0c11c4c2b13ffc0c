import { reportPage, typesetReport } from '../typeset-report.js';
import type { EvidenceReport } from './evidence-report.js';

/** The report as a PDF. Throws like `typesetReport`. */
export function renderEvidencePdf({ cover, timeline, moments, viewers, files, ...heading }: EvidenceReport): Buffer {
  return typesetReport({
    template: TEMPLATE,
    document: (print) => {
      const labelled = (rows: EvidenceReport['cover']) => rows.map(([label, value]) => [label, print(value)]);
      return {
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
    },
  });
}

const TEMPLATE = String.raw`${reportPage({ title: 'doc.title', size: 8.5, footer: 'Confidential' })}
#show raw: set text(font: "Throughline Sans", size: 1.25em, weight: 600)
#show heading.where(level: 1): set text(size: 18pt, weight: 600, fill: teal)
#show heading.where(level: 2): it => block(above: 20pt, below: 8pt, sticky: true, text(size: 13pt, weight: 600, fill: teal, it.body))
#show heading.where(level: 3): it => block(above: 14pt, below: 6pt, sticky: true, text(size: 9pt, weight: 600, it.body))
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
This report is a readable summary. The evidence is in the folder next to it: files that contain each event and each access log entry on a line
of its own, with a proof that the portal signed it in exactly that form.
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
