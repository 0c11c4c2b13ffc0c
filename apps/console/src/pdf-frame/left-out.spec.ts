import { describe, expect, it, jest } from '@jest/globals';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type Annotation, type LeftOut, leftOutOf, type Loss, lossIn, lossOf } from './left-out.js';

// pdf.js needs these browser classes when it is loaded, but uses them only to draw.
for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) Object.assign(globalThis, { [name]: class {} });
const { getDocument, PDFWorker } = await import('pdfjs-dist/legacy/build/pdf.mjs');
const { WorkerMessageHandler } = (await import('pdfjs-dist/legacy/build/pdf.worker.mjs' as string)) as {
  readonly WorkerMessageHandler: { initializeFromPort(port: MessagePort): void };
};

const PDF_JS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const BESIDE = { standardFontDataUrl: `${PDF_JS}/standard_fonts/`, wasmUrl: `${PDF_JS}/wasm/` };

const stream = (entries: string, data: string) => `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
const flate = (data: string) => deflateSync(Buffer.from(data, 'latin1')).toString('latin1');
const PICTURE = '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const DRAWN = stream('', 'BT /F 12 Tf 9 9 Td (Rx) Tj ET q 9 0 0 9 9 9 cm /I Do Q');

/** Numbers, which draw nothing. */
const LONG = flate(Array.from({ length: 2_000 }, (_, index) => (index * 7_919) % 1_009).join(' '));

const LARGE = '/Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode';
const NOISE = flate(Array.from({ length: 64 * 64 * 3 }, (_, at) => String.fromCharCode((at * at * 31) % 251)).join(''));

interface Parts {
  readonly contents?: string;
  readonly picture?: string;
  readonly font?: string;
  readonly page?: string;
  readonly catalog?: string;
}

/** A PDF with one page, a line of text and a picture. It has no cross-reference table, so pdf.js searches for the objects. */
function aPdf({ contents = DRAWN, picture, font = FONT, page = '', catalog = '' }: Parts): Uint8Array<ArrayBuffer> {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /I 6 0 R >> >> ${page} >>`,
    contents,
    font,
    picture ?? stream(`${PICTURE} /Filter /FlateDecode`, flate('x'.repeat(64))),
  ];
  const bodies = objects.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join('');
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${bodies}trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF`, 'latin1'));
}

/** The parts that are reported as left out of the page. A page that is drawn decodes its pictures; here the spec waits for them. */
async function leftOutOfPage(parts: Parts): Promise<readonly LeftOut[]> {
  const found = new Set<LeftOut>();
  const add = (loss: Loss | null) => loss && found.add(loss.what);
  const hear = (...words: readonly unknown[]) => words.map(lossOf).forEach(add);
  const { port1, port2 } = new MessageChannel();
  const heard = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'info'), jest.spyOn(console, 'log')];
  try {
    for (const level of heard) level.mockImplementation(() => undefined);
    WorkerMessageHandler.initializeFromPort(port2);
    const worker = new PDFWorker({ port: port1 as unknown as null });
    const pdf = await getDocument({ data: aPdf(parts), verbosity: 5, worker, ...BESIDE }).promise;
    port1.addEventListener('message', ({ data }) => add(lossIn(data)));
    for (const level of heard) level.mockImplementation(hear);
    const page = await pdf.getPage(1);
    const { argsArray } = await page.getOperatorList();
    const pictures = argsArray.flatMap((args: unknown) => (Array.isArray(args) ? args : [])).filter(isPicture);
    await Promise.all(pictures.map((name) => new Promise((resolve) => page.objs.get(name, resolve))));
    for (const annotation of await page.getAnnotations()) {
      const what = leftOutOf(annotation as Annotation);
      if (what !== null) found.add(what);
    }
    return [...found];
  } finally {
    for (const level of heard) level.mockRestore();
    for (const port of [port1, port2]) port.close();
  }
}

const isPicture = (argument: unknown): argument is string =>
  typeof argument === 'string' && argument.startsWith('img_');

describe('A page of a PDF', () => {
  it('is shown whole', async () => {
    expect(await leftOutOfPage({})).toEqual([]);
  });

  it.each<readonly [string, Parts]>([
    ['its contents are no Flate data', { contents: stream('/Filter /FlateDecode', 'not deflated at all') }],
    ['its contents are cut off', { contents: stream('/Filter /FlateDecode', LONG.slice(0, LONG.length / 2)) }],
    [
      'its contents are damaged',
      { contents: stream('/Filter /FlateDecode', `${LONG.slice(0, 99)}${'\xff'.repeat(99)}`) },
    ],
    ['a large picture is cut off', { picture: stream(LARGE, NOISE.slice(0, NOISE.length / 2)) }],
    ['its picture is cut off', { picture: stream(`${PICTURE} /Filter /FlateDecode`, LONG.slice(0, 40)) }],
    ['its contents have an unknown filter', { contents: stream('/Filter /Crypt', 'xyz') }],
    ['its contents end in noise', { contents: stream('', 'BT /F 12 Tf (Rx) Tj ET ) more') }],
    ['its contents are none that pdf.js knows', { contents: stream('', 'q 1 2 3 frobnicate Q') }],
    ['it lacks a picture', { picture: 'null' }],
    ['its picture is no picture', { picture: '[1 2 3]' }],
    ['its picture has an unknown filter', { picture: stream(`${PICTURE} /Filter /FooDecode`, 'xyz') }],
    ['its picture is no Flate data', { picture: stream(`${PICTURE} /Filter /FlateDecode`, 'not deflated at all') }],
    ['its picture is no JPEG', { picture: stream(`${PICTURE} /Filter /DCTDecode`, 'no jpeg') }],
    ['its picture has no size', { picture: stream('/Subtype /Image', 'xyz') }],
    ['it lacks what it refers to', { contents: stream('', '/Nowhere Do') }],
    ['its shading is missing', { contents: stream('', '/Nowhere sh') }],
  ])('is said to lack something where %s', async (_, parts) => {
    expect((await leftOutOfPage(parts)).some((one) => one === 'part' || one === 'picture')).toBe(true);
  });

  it.each([
    ['a font that is not embedded', { font: '<< /Type /Font /Subtype /TrueType /BaseFont /Unheard-Of >>' }],
    ['a name with a loose #', { contents: stream('', 'BT /F 12 Tf (Rx) Tj ET /C#Sharp BMC EMC') }],
    ['a number with a sign in its middle', { contents: stream('', 'BT /F 12 Tf 1-2 9 Td (Rx) Tj ET') }],
    ['links', { page: '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /Contents (Our site) >>]' }],
  ])('is shown whole with %s', async (_, parts) => {
    expect(await leftOutOfPage(parts)).toEqual([]);
  });

  const field = (entries: string) => ({
    page: '/Annots [7 0 R]',
    catalog: `/AcroForm << /Fields [7 0 R] >>`,
    picture: `${stream(`${PICTURE} /Filter /FlateDecode`, flate('x'.repeat(64)))}\nendobj\n7 0 obj\n<< /Type /Annot /Subtype /Widget /T (a) /Rect [0 0 90 20] ${entries} >>`,
  });

  it.each<readonly [string, Parts]>([
    ['a filled-in field without an appearance', field('/FT /Tx /V (25 mg)')],
    ['a chosen value without an appearance', field('/FT /Ch /Opt [(a) (b)] /V (b)')],
    ['a ticked box without an appearance', field('/FT /Btn /V /Yes /AS /Yes')],
    ['a comment', { page: '/Annots [<< /Subtype /Text /Rect [0 0 9 9] /Contents (Two, not one) >>]' }],
    [
      'a comment on a marked text',
      { page: '/Annots [<< /Subtype /Highlight /Rect [0 0 9 9] /QuadPoints [0 9 9 9 0 0 9 0] /Contents (No) >>]' },
    ],
  ])('is said to have text that is not shown: %s', async (_, parts) => {
    expect(await leftOutOfPage(parts)).toEqual(['text']);
  });

  it.each<readonly [string, Parts]>([
    ['an empty field', field('/FT /Tx')],
    ['a box without its tick', field('/FT /Btn /V /Off /AS /Off')],
    ['a hidden field', field('/FT /Tx /V (x) /F 2')],
    ['a comment without words', { page: '/Annots [<< /Subtype /Text /Rect [0 0 9 9] /Contents ( ) >>]' }],
    ['free text', { page: '/Annots [<< /Subtype /FreeText /Rect [0 0 9 9] /Contents (Drawn) /DA (/Helv 9 Tf) >>]' }],
  ])('has no text that is not shown with %s', async (_, parts) => {
    expect(await leftOutOfPage(parts)).toEqual([]);
  });

  it('is reported to lack a stamp that only its name describes', async () => {
    expect(await leftOutOfPage({ page: '/Annots [<< /Subtype /Stamp /Name /Approved /Rect [0 0 9 9] >>]' })).toEqual([
      'picture',
    ]);
  });
});

describe('A message of pdf.js', () => {
  it.each([
    ['Warning: Something that a later version says.', { kind: 'loss', what: 'part', isLasting: false }],
    ['Warning: Unable to decode image "img_p0_1": "JpxError".', { kind: 'loss', what: 'picture', isLasting: false }],
    ['Warning: Error during font loading: x', { kind: 'loss', what: 'part', isLasting: true }],
    ['Warning: TT: undefined function: 21', null],
    ['Warning: getTextContent - ignoring XObject: "x".', null],
    ['Info: Bad encoding in flate stream', { kind: 'loss', what: 'part', isLasting: false }],
    ['Info: Inconsistent font file Type/SubType', null],
    ['Something else', null],
    [undefined, null],
  ])('%s', (message, loss) => expect(lossOf(message)).toEqual(loss));
});
