import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

// pdf.js looks up these browser classes when it is loaded. Only drawing uses them.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Object.assign(globalThis, { [name]: class {} });
const { getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');

export const openPdf = (pdf: Buffer): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 }).promise;

/** The text of each page, as copied from a viewer. */
export async function pagesOf(pdf: Buffer): Promise<readonly string[]> {
  const pages = await eachPage(await openPdf(pdf), (page) => page.getTextContent());
  return pages.map(({ items }) =>
    items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
  );
}

export const textOf = async (pdf: Buffer): Promise<string> => (await pagesOf(pdf)).join('\n');

export interface DrawnGlyph {
  /** PostScript name of its font. */
  readonly font: string;
  /** The characters that it represents. */
  readonly text: string;
  /** Whether it is the box that a font shows for a missing character (its glyph 0). */
  readonly isMissing: boolean;
}

/** Every glyph that is drawn, in order. */
export async function glyphsOf(pdf: Buffer): Promise<readonly DrawnGlyph[]> {
  const pages = await eachPage(await openPdf(pdf), async (page) => {
    const { fnArray, argsArray } = await page.getOperatorList();
    let font = '';
    return fnArray.flatMap((operation, at): readonly DrawnGlyph[] => {
      const [argument] = (argsArray[at] ?? []) as readonly unknown[];
      if (operation === OPS.setFont) font = (page.commonObjs.get(String(argument)) as { readonly name: string }).name;
      return operation === OPS.showText ? drawn(argument as readonly Shown[], font) : [];
    });
  });
  return pages.flat();
}

/** A glyph, or the offset of the next one. */
type Shown = { readonly unicode: string; readonly originalCharCode: number } | number | null;

const drawn = (shown: readonly Shown[], font: string): readonly DrawnGlyph[] =>
  shown.flatMap((one) =>
    typeof one === 'object' && one !== null ? [{ font, text: one.unicode, isMissing: one.originalCharCode === 0 }] : [],
  );

type Page = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;

const eachPage = <Result>(pdf: PDFDocumentProxy, read: (page: Page) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: pdf.numPages }, async (_, index) => read(await pdf.getPage(index + 1))));
