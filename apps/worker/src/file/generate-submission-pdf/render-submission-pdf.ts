import { type CompileDocArgs, NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { SubmissionDocument } from './submission-document.js';
import { SubmissionFonts } from './submission-fonts.js';
import { SUBMISSION_TEMPLATE } from './submission-template.js';
import { textOf, typesetLines, type TypesetLine, type TypesetRun } from './typeset-lines.js';

/** Renders one submission after another. Fonts and compiler are loaded with the first and stay loaded. */
export class SubmissionRenderer {
  private fonts: SubmissionFonts | undefined;
  private compiler: NodeCompiler | undefined;

  /**
   * The submission as a tagged PDF, US Letter, fonts embedded, any script. A section stays on one page if that needs no further page. The
   * same document gives the same bytes on every machine, because installed fonts are not used. About 10 ms a document after the first.
   * @throws Error if dist/fonts was not built
   */
  render(document: SubmissionDocument): Buffer {
    const fonts = (this.fonts ??= SubmissionFonts.read());
    // One compiler for all fonts: Typst reads a font when a document uses it, and a second compiler would read its own copy.
    const typst = (this.compiler ??= NodeCompiler.create({
      fontArgs: [{ fontPaths: [fonts.folder] }],
      workspace: import.meta.dirname,
    }));
    const printable = printableDocument(document, (text) => typesetLines(fonts, text));
    const together = sourceOf({ ...printable, sections: printable.sections.map(inOnePiece) });
    const apart = sourceOf(printable);
    try {
      const pages = pagesOf(typst, together);
      return typst.pdf(pages > 1 && pagesOf(typst, apart) < pages ? apart : together);
    } finally {
      // The cache holds about 10 MB for a document with a word of several thousand letters, and does not speed up the next document.
      typst.evictCache(0);
    }
  }
}

const sourceOf = (document: object): CompileDocArgs => ({
  mainFileContent: SUBMISSION_TEMPLATE,
  inputs: { document: JSON.stringify(document) },
});

/**
 * The number of pages of the document. `compile` would return it as well, but its result occupies native memory until the garbage collector
 * runs, which is not aware of that memory. The layout is cached for `pdf`.
 * @throws Error if the template does not compile
 */
function pagesOf(typst: NodeCompiler, source: CompileDocArgs): number {
  const [pages] = typst.query(source, { selector: '<pages>', field: 'value' }) as readonly number[];
  return Number(pages);
}

/** A page has room for 60 lines, and a line for 37 letters of any script. */
const LINES_OF_A_SECTION = 40;
const LETTERS_OF_A_LINE = 37;

type PrintableDocument = ReturnType<typeof printableDocument>;

/** Forbids a page break in the section, unless it may be longer than a page. */
function inOnePiece<Section extends PrintableDocument['sections'][number]>(section: Section) {
  const heights = section.rows.flatMap(([, value]) => value.map(({ runs }) => heightOf(runs)));
  return { ...section, staysTogether: heights.reduce((sum, height) => sum + height, 0) <= LINES_OF_A_SECTION };
}

const heightOf = (runs: readonly TypesetRun[]): number => Math.ceil((textOf(runs).length + 1) / LETTERS_OF_A_LINE);

/** The document with `print` applied to every value that a person typed. */
function printableDocument(document: SubmissionDocument, print: (text: string) => readonly TypesetLine[]) {
  return {
    ...document,
    sections: document.sections.map(({ title, rows }) => ({
      title,
      rows: rows.map(([label, value]) => [label, print(value)] as const),
    })),
    items: document.items.map((item) =>
      Object.fromEntries(Object.entries(item).map(([label, value]) => [label, print(value)])),
    ),
  };
}
