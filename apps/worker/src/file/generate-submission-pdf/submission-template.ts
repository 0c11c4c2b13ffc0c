/**
 * How text that a person typed is printed (`typesetLines`): `lines` of a value, each in runs that name their font. A word too wide for its
 * column may break anywhere, and nothing runs off the sheet.
 */
export const TYPESET = String.raw`
#let run-of(run) = {
  let body = if "breaks" in run { run.text.clusters().map(cluster => box() + cluster).join() } else { run.text }
  if "font" in run { text(font: run.font, body) } else { body }
}
#let line-of(line) = {
  let body = line.runs.map(run-of).join()
  if "rtl" in line { align(if line.rtl == "right" { right } else { left }, text(dir: rtl, body)) } else { body }
}
#let lines(value, width: auto) = {
  if value.len() == 1 { return line-of(value.first()) }
  stack(spacing: 0.6em, ..value.map(line => block(width: width, line-of(line))))
}
`;

/**
 * The document in Typst. Its data is passed as JSON (`sys.inputs.document`), so text stays text. With `date: none` the bytes of
 * an order are always the same.
 */
export const SUBMISSION_TEMPLATE = String.raw`
#let doc = json(bytes(sys.inputs.document))
#set document(title: "Referral " + doc.referralId, author: "Throughline", date: none)
#set text(
  // No other font may print a character: each run of text names its own, and characters that no font has were described in words.
  font: "Throughline Sans", fallback: false,
  size: 9.5pt, fill: rgb("#1e293b"), lang: "en", region: "US",
)
#set par(leading: 0.6em, linebreaks: "simple")
#let teal = rgb("#115e59")
#let muted = rgb("#64748b")
#let hairline = 0.5pt + rgb("#cbd5e1")
// In groups of five by wider digits, so that there is no gap in which a program that reads the PDF would see a space.
#let referral-id = {
  let groups = doc.referralId.matches(regex(".{1,5}")).map(it => it.text)
  let spaced(group) = [#group.slice(0, -1)#text(font: "Throughline Spaced", group.last())]
  groups.slice(0, -1).map(spaced).join() + groups.last()
}
#set page(
  paper: "us-letter",
  margin: (x: 0.8in, top: 1in, bottom: 0.9in),
  header: [
    #set text(size: 8.5pt, fill: muted)
    #grid(columns: (1fr, auto), [Throughline Medical Supply], [Referral #referral-id])
    #v(-4pt)
    #line(length: 100%, stroke: hairline)
  ],
  footer: context [
    #set text(size: 8pt, fill: muted)
    #grid(columns: (1fr, auto), [Confidential: contains protected health information],
      [Page #counter(page).display() of #counter(page).final().first()])
  ],
)
#show heading.where(level: 1): set text(size: 18pt, weight: 600, fill: teal)
#show heading.where(level: 2): it => block(above: 18pt, below: 8pt, sticky: true)[
  #text(size: 11pt, weight: 600, fill: teal, it.body)
  #v(-7pt)
  #line(length: 100%, stroke: 0.8pt + teal)
]

= Referral submission
#v(2pt)
#text(fill: muted)[Referral ID] #h(4pt) #text(weight: 600, referral-id) #h(18pt)
#text(fill: muted)[Submitted] #h(4pt) #doc.submitted
#if "corrected" in doc [ #linebreak() #text(weight: 600, fill: teal)[Corrected] #h(4pt) #doc.corrected ]

== Items ordered
${TYPESET}
#let cell(item, label) = if label in item { lines(item.at(label)) } else { text(fill: muted)[–] }
#table(
  columns: (auto, 1fr, 0.45fr, auto, auto),
  align: (left, left, left, left, right),
  stroke: (x, y) => (bottom: if y == 0 { 0.8pt + teal } else { hairline }),
  inset: (x: 5pt, y: 5pt),
  table.header(
    ..("Category", "Item", "Option", "HCPCS", "Qty").map(name => text(size: 8.5pt, weight: 600, fill: muted, name))
  ),
  ..doc.items.map(item => (
    cell(item, "Category"),
    {
      cell(item, "Item")
      if "Description" in item { block(above: 4pt, text(size: 8.5pt, fill: muted, lines(item.Description))) }
    },
    cell(item, "Option"), cell(item, "HCPCS"), cell(item, "Qty"),
  )).flatten(),
)

#for section in doc.sections {
  block(above: 18pt, breakable: not section.at("staysTogether", default: false), width: 100%)[
    == #section.title
    #grid(
      columns: (130pt, 1fr), row-gutter: 7pt, column-gutter: 10pt,
      ..section.rows.map(row => (text(fill: muted, row.at(0)), lines(row.at(1), width: 100%))).flatten()
    )
  ]
}
// For render-submission-pdf.ts, which reads the number of pages.
#context [#metadata(counter(page).final().first())<pages>]
`;
