/** The first bytes of every PDF. */
export const PDF_HEADER = '%PDF-';

/** A byte order mark and white space of this length may precede it: programs that copy a PDF as text add some. */
const MAX_LEAD_BYTES = 32;
/** The number of bytes that always decide where a file's PDF begins. */
export const START_OF_PDF_BYTES = MAX_LEAD_BYTES + PDF_HEADER.length;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const WHITE_SPACE = new Set([9, 10, 12, 13, 32]);

/** The offset at which a file's PDF begins, by its first bytes; `unknown` while there are too few; `nowhere` if it is not a PDF. */
export function startOfPdf(bytes: Uint8Array): number | 'unknown' | 'nowhere' {
  let at = 0;
  while (at < BYTE_ORDER_MARK.length && bytes[at] === BYTE_ORDER_MARK[at]) at++;
  if (at > 0 && at === bytes.length) return 'unknown';
  if (at > 0 && at < BYTE_ORDER_MARK.length) return 'nowhere';
  while (at < bytes.length && at <= MAX_LEAD_BYTES && WHITE_SPACE.has(bytes[at] ?? 0)) at++;
  const head = String.fromCharCode(...bytes.subarray(at, at + PDF_HEADER.length));
  if (at > MAX_LEAD_BYTES || !PDF_HEADER.startsWith(head)) return 'nowhere';
  return head === PDF_HEADER ? at : 'unknown';
}
