export const PDF_HEADER = '%PDF-';

/** How many bytes suffice to decide where a PDF begins: readers look for the header in these (ISO 32000-1, annex H.3.4.1). */
export const START_OF_PDF_BYTES = 1_024;

/**
 * The offset at which the PDF in a file begins, by the file's first bytes; `unknown` while there are too few; `nowhere` if it is not a PDF.
 * What precedes the header (a byte order mark, the banner of a converter, a wrapper of another system, a server's warning) is cut off when
 * the file is received.
 */
export function startOfPdf(bytes: Uint8Array): number | 'unknown' | 'nowhere' {
  const head = bytes.subarray(0, START_OF_PDF_BYTES);
  for (let at = head.indexOf(PDF_HEADER.charCodeAt(0)); at >= 0; at = head.indexOf(PDF_HEADER.charCodeAt(0), at + 1))
    if (String.fromCharCode(...head.subarray(at, at + PDF_HEADER.length)) === PDF_HEADER) return at;
  return head.length < START_OF_PDF_BYTES ? 'unknown' : 'nowhere';
}
