import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { SubmissionFonts } from './generate-submission-pdf/submission-fonts.js';
import { TYPESET } from './generate-submission-pdf/submission-template.js';
import { typesetLines } from './generate-submission-pdf/typeset-lines.js';

interface Report {
  /** A Typst template that begins with `reportPage` and reads `doc`. */
  readonly template: string;
  /** The value of `doc`. `print` makes lines of a text: nothing that a person typed can become markup. */
  readonly document: (print: (text: string) => ReturnType<typeof typesetLines>) => object;
}

/**
 * A report of an operator's command as a tagged PDF, US Letter on its side, in the fonts of the submission PDF.
 * @throws Error if dist/fonts was not built
 */
export function typesetReport({ template, document }: Report): Buffer {
  const fonts = SubmissionFonts.read();
  const doc = document((text) => typesetLines(fonts, text));
  return NodeCompiler.create({
    fontArgs: [{ fontPaths: [fonts.folder] }],
    workspace: import.meta.dirname,
  }).pdf({ mainFileContent: template, inputs: { document: JSON.stringify(doc) } });
}

interface Page {
  /** In Typst. */
  readonly title: string;
  /** In points. */
  readonly size: number;
  /** After the name of the company. */
  readonly footer: string;
}

/** The beginning of a template: `doc`, the page, its colours, and `lines` for what was printed. */
export const reportPage = ({ title, size, footer }: Page): string => String.raw`
#let doc = json(bytes(sys.inputs.document))
#set document(title: ${title}, author: "Throughline", date: none)
#set text(
  font: "Throughline Sans", fallback: false, size: ${size}pt, fill: rgb("#1e293b"), lang: "en", region: "US",
)
#set par(leading: 0.5em, linebreaks: "simple")
#let teal = rgb("#115e59")
#let muted = rgb("#64748b")
#let hairline = 0.5pt + rgb("#cbd5e1")
#set page(
  paper: "us-letter", flipped: true, margin: (x: 0.6in, top: 0.7in, bottom: 0.7in),
  footer: context [
    #set text(size: 7.5pt, fill: muted)
    #grid(columns: (1fr, auto), [Throughline Medical Supply. ${footer}],
      [Page #counter(page).display() of #counter(page).final().first()])
  ],
)
${TYPESET}`;
