import { type ActiveContent, activeContentOf } from './active-content.js';
import { TooComplex, UnusualEncoding } from './object-syntax.js';
import { PdfObjects } from './pdf-objects.js';
import { isArray, type PdfDictionary, PdfName, type PdfValue } from './pdf-values.js';

/**
 * Inspects a file that begins as a PDF for what must not be passed on: encryption, active content, damage (docs/promises.md 1.11). Null:
 * nothing was found. A hostile file may make it take much time and memory; run it where both are limited (`check-pdf.ts`).
 */
export function findPdfFault(bytes: Buffer): PdfFault | null {
  try {
    const objects = new PdfObjects(bytes);
    if (isEncrypted(objects)) return { reason: 'encrypted' };
    objects.unpack();
    const active = activeContentOf(objects);
    if (active !== null) return active;
    return objects.broken || !endsWhole(bytes) || !hasPages(objects) ? { reason: 'malformed' } : null;
  } catch (error) {
    if (error instanceof TooComplex) return { reason: 'too-complex' };
    if (error instanceof UnusualEncoding) return { reason: 'unusual-encoding' };
    throw error;
  }
}

/** Why a file is refused. */
export type PdfFault = ActiveContent;

/** Only a trailer has this key. All trailers are checked, because viewers may use different ones. */
function isEncrypted(objects: PdfObjects): boolean {
  for (const dictionary of objects.dictionaries()) if ((dictionary.get('Encrypt') ?? null) !== null) return true;
  return false;
}

/** A complete file names the position of its cross-reference table after the last object. A truncated one does not. */
function endsWhole(bytes: Buffer): boolean {
  return bytes.lastIndexOf('startxref') > bytes.lastIndexOf('endobj');
}

/** Whether a root leads to at least one page, and nothing is missing on the way. */
function hasPages(objects: PdfObjects): boolean {
  const roots = objects.trailers.map((trailer) => objects.dictionary(trailer.get('Root')));
  return roots.some((root) => root !== undefined && countPages(objects, root.get('Pages')) > 0);
}

/** The number of pages of a page tree; 0 if a part of it is missing or something else, or a list of pages occurs twice. */
function countPages(objects: PdfObjects, tree: PdfValue | undefined): number {
  const seen = new Set<PdfDictionary>();
  const stack = [tree];
  const isNull = (kid: PdfValue) => objects.resolve(kid).at(0) === null;
  let pages = 0;
  while (stack.length > 0) {
    const node = objects.dictionary(stack.pop());
    if (!node) return 0;
    const kids = objects.resolve(node.get('Kids')).find(isArray);
    if (kids && seen.has(node)) return 0;
    seen.add(node);
    // Pushed one by one, because the arguments of a single call must fit the stack.
    if (kids) for (const kid of kids.filter((one) => !isNull(one))) stack.push(kid);
    else if (isPage(objects, node)) pages++;
    else return 0;
  }
  return pages;
}

/** Not every program writes the type of a page, although it is required. */
function isPage(objects: PdfObjects, leaf: PdfDictionary): boolean {
  const [type = null] = objects.resolve(leaf.get('Type'));
  return type === null ? leaf.has('Parent') : type instanceof PdfName && type.text === 'Page';
}
