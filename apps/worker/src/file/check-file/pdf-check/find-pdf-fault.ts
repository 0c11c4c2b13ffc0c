import type { FileFault } from '@throughline/domain';
import { isActive } from './active-content.js';
import { PdfObjects, TooComplex } from './pdf-objects.js';
import { isArray, type PdfDictionary, PdfName, PdfReference, type PdfValue } from './pdf-reader.js';

/**
 * Looks into what begins as a PDF for what may not be handed on: encryption, active content, damage (docs/promises.md 1.11). Null: nothing
 * found. May take very long and very much for a file that is made to; run it where that is bounded (`check-pdf.ts`).
 */
export function findPdfFault(
  bytes: Buffer,
): Extract<FileFault, 'malformed' | 'encrypted' | 'active-content' | 'too-complex'> | null {
  try {
    const objects = new PdfObjects(bytes);
    if (objects.trailers.some((trailer) => (trailer.get('Encrypt') ?? null) !== null)) return 'encrypted';
    objects.unpack();
    if (isActive(objects)) return 'active-content';
    return objects.broken || !endsWhole(bytes) || !hasPages(objects) ? 'malformed' : null;
  } catch (error) {
    if (error instanceof TooComplex) return 'too-complex';
    throw error;
  }
}

/** A complete file names the position of its cross-reference table after the last object. A truncated one does not. */
function endsWhole(bytes: Buffer): boolean {
  return bytes.lastIndexOf('startxref') > bytes.lastIndexOf('endobj');
}

/** From a root down to one page at least, and nothing missing on the way. */
function hasPages(objects: PdfObjects): boolean {
  const roots = objects.trailers.map((trailer) => objects.dictionary(trailer.get('Root')));
  return roots.some((root) => root !== undefined && leavesOf(objects, root.get('Pages')) > 0);
}

/** How many pages a page tree has; 0 if a part of it is missing, or is something else. */
function leavesOf(objects: PdfObjects, tree: PdfValue | undefined): number {
  const seen = new Set<number>();
  const toDo = [tree];
  let leaves = 0;
  while (toDo.length > 0) {
    const node = toDo.pop();
    if (node instanceof PdfReference) {
      if (seen.has(node.object)) return 0;
      seen.add(node.object);
    }
    const dictionary = objects.dictionary(node);
    if (!dictionary) return 0;
    const kids = objects.resolve(dictionary.get('Kids')).find(isArray);
    if (kids) for (const kid of kids) toDo.push(kid);
    else if (isPage(objects, dictionary)) leaves++;
    else return 0;
  }
  return leaves;
}

/** Not every program writes the type, though it should. */
function isPage(objects: PdfObjects, leaf: PdfDictionary): boolean {
  const [type = null] = objects.resolve(leaf.get('Type'));
  return type === null ? leaf.has('Parent') : type instanceof PdfName && type.text === 'Page';
}
