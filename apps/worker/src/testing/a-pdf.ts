import { deflateSync } from 'node:zlib';

interface Parts {
  /** Objects after the catalog (1), the page tree (2) and the page (3), numbered from 4. */
  readonly more?: readonly string[];
  /** Additional entries of the catalog, the page and the trailer. */
  readonly catalog?: string;
  readonly page?: string;
  readonly trailer?: string;
}

const bodiesOf = ({ catalog = '', page = '', more = [] }: Parts): readonly string[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${page} >>`,
  ...more,
];

/** A PDF of one empty page, with a cross-reference table in the format of PDF 1.4. */
export function aPdf(parts: Parts = {}): Buffer {
  const bodies = bodiesOf(parts);
  let text = '%PDF-1.4\n%âãÏÓ\n';
  const offsets = bodies.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R ${parts.trailer ?? ''} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Like `aPdf`, with `text` after its objects. The table does not lead to it. */
export function inserted(text: string, parts: Parts = {}): Buffer {
  const bytes = aPdf(parts);
  const at = bytes.indexOf('xref\n');
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(text, 'latin1'), bytes.subarray(at)]);
}

/** Like `aPdf`, with its objects packed into a compressed object stream, in the format of PDF 1.5 and later. */
export function aPackedPdf(
  parts: Parts = {},
  { pack = deflateSync as (data: Buffer) => Buffer, stream = '' } = {},
): Buffer {
  const bodies = bodiesOf(parts);
  let content = '';
  const index = bodies.map((body, n) => {
    const entry = `${n + 1} ${content.length}`;
    content += `${body}\n`;
    return entry;
  });
  const head = `${index.join(' ')} `;
  const packed = pack(Buffer.from(head + content, 'latin1'));
  const [objects, table] = [bodies.length + 1, bodies.length + 2];
  const before = Buffer.from(
    `%PDF-1.5\n${objects} 0 obj\n<< /Type /ObjStm /N ${bodies.length} /First ${head.length} /Filter /FlateDecode ${stream} /Length ${packed.length} >>\nstream\n`,
    'latin1',
  );
  const start = before.length + packed.length + '\nendstream\nendobj\n'.length;
  const rows = [[0, 0, 255], ...bodies.map((_, n) => [2, objects, n]), [1, '%PDF-1.5\n'.length, 0], [1, start, 0]];
  const xref = deflateSync(Buffer.from(rows.flatMap(([kind = 0, at = 0, n = 0]) => [kind, at >> 8, at & 255, n])));
  const after = Buffer.from(
    `\nendstream\nendobj\n${table} 0 obj\n<< /Type /XRef /Size ${rows.length} /W [1 2 1] /Root 1 0 R ${parts.trailer ?? ''} /Filter /FlateDecode /Length ${xref.length} >>\nstream\n`,
    'latin1',
  );
  const end = Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`, 'latin1');
  return Buffer.concat([before, packed, after, xref, end]);
}
