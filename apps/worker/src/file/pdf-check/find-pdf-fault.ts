import { PDF_HEADER } from '@throughline/contracts';
import type { FileFault } from '@throughline/domain';
import { PdfObjects, TooComplex } from './pdf-objects.js';
import { isArray, isDictionary, PdfName, PdfReference, type PdfValue } from './pdf-reader.js';

/** Names of what runs, sends, plays or carries other files. Nothing that a document of an order needs has one of them. */
const ACTIVE = [
  ...['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'Rendition', 'Movie', 'Sound'],
  ...['RichMedia', 'RichMediaExecute', 'RichMediaContent', 'EmbeddedFile', 'EmbeddedFiles', 'EF', 'XFA', '3D'],
];

/** What may happen by itself when a document is opened or a page is shown: another place of the same document. */
const HARMLESS_ACTIONS = ['GoTo', 'Named'];
/** Actions that follow one another. */
const MOST_IN_A_ROW = 10;

/**
 * Looks into a PDF for what may not be handed on: encryption, active content, damage (QUALITY.md 1.11). Null: nothing found. May take
 * very long and very much for a file that is made to; run it where that is bounded (`check-pdf.ts`).
 */
export function findPdfFault(
  bytes: Buffer,
): Extract<FileFault, 'malformed' | 'encrypted' | 'active-content' | 'too-complex'> | null {
  if (!bytes.subarray(0, PDF_HEADER.length).equals(Buffer.from(PDF_HEADER))) return 'malformed';
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

function isActive(objects: PdfObjects): boolean {
  if (ACTIVE.some((name) => objects.names.has(name))) return true;
  const startsByItself = ['OpenAction', 'AA'].some((name) => objects.names.has(name));
  if (startsByItself) for (const action of automaticActions(objects)) if (!isHarmless(objects, action)) return true;
  return false;
}

/** `OpenAction` of the document, `AA` (additional actions) of anything. */
function* automaticActions(objects: PdfObjects): Iterable<PdfValue> {
  const toDo = [...objects.all()];
  for (let value = toDo.pop(); value !== undefined; value = toDo.pop()) {
    // One by one: what is spread into a call has to fit the stack.
    if (isArray(value)) for (const inner of value) toDo.push(inner);
    if (!isDictionary(value)) continue;
    for (const inner of value.values()) toDo.push(inner);
    yield* objects.resolve(value.get('OpenAction'));
    for (const additional of objects.resolve(value.get('AA'))) {
      if (isDictionary(additional)) for (const action of additional.values()) yield* objects.resolve(action);
    }
  }
}

/** What is no action but a place (an array, a name) does nothing. */
function isHarmless(objects: PdfObjects, action: PdfValue, depth = 0): boolean {
  if (!isDictionary(action)) return true;
  const kinds = objects.resolve(action.get('S'));
  if (!kinds.every((kind) => kind instanceof PdfName && HARMLESS_ACTIONS.includes(kind.text))) return false;
  const next = objects.resolve(action.get('Next')).flatMap((one) => (isArray(one) ? one : [one]));
  if (next.length > 0 && depth === MOST_IN_A_ROW) return false;
  return next.flatMap((one) => objects.resolve(one)).every((one) => isHarmless(objects, one, depth + 1));
}

/** Behind the last object stands where the table of contents is: what was cut off does not have that. */
function endsWhole(bytes: Buffer): boolean {
  return bytes.lastIndexOf('startxref') > bytes.lastIndexOf('endobj');
}

/** From a root down to one page at least, and nothing missing on the way. */
function hasPages(objects: PdfObjects): boolean {
  const roots = objects.trailers.map((trailer) => objects.dictionary(trailer.get('Root')));
  return roots.some((root) => root !== undefined && leavesOf(objects, root.get('Pages')) > 0);
}

/** How many pages a page tree has; 0 if a part of it is missing. */
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
    else leaves++;
  }
  return leaves;
}
