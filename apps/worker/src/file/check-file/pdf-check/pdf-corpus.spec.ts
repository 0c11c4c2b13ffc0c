import { describe, expect, it } from '@jest/globals';
import { aPackedPdf, aPdf, inserted } from '../../../testing/a-pdf.js';
import { findPdfFault } from './find-pdf-fault.js';

/*
 * What leads out of a document, or to nothing within it, in the ways that PDF has to write it: ISO 32000-1, 7.11 (file specifications),
 * 8.10.4 (reference XObjects), 12.6 (actions).
 */

const FORMS = [
  ['as it is', aPdf],
  ['packed', aPackedPdf],
] as const;

const link = (action: string) => ({ page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]` });
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
const uri = (text: string) => link(`<< /S /URI /URI ${text} >>`);
const stream = (entries: string) => `<< ${entries} /Length 1 >>\nstream\nx\nendstream`;

describe.each(FORMS)('A PDF %s', (_, pdf) => {
  it.each([
    ['a web page', uri('(https://plan.example/a?b=c#d)')],
    ['a web page without encryption', uri('(http://plan.example)')],
    ['a web page, in capitals', uri('(HTTPS://PLAN.EXAMPLE)')],
    ['a web page, in hexadecimal digits', uri('<68747470733a2f2f706c616e2e6578616d706c65>')],
    ['a web page, its address an object', { ...uri('4 0 R'), more: ['(https://plan.example)'] }],
    ['an address with brackets', uri('(https://plan.example/\\(a\\)(b))')],
    ['an e-mail address', uri('(mailto:ana@plan.example)')],
    ['a telephone number', uri('(tel:+16025550112)')],
    ['a place of its own', link('<< /S /GoTo /D [3 0 R /Fit] >>')],
    ['a web page, in UTF-16 as other text is', uri(`<${utf16('https://plan.example/ñ')}>`)],
    ['a web page, in UTF-16 as escapes', uri('(\\376\\377\\000h\\000t\\000t\\000p\\000:\\000/\\000/\\000x)')],
    [
      'a web page, in UTF-16 of the other order',
      uri(`<fffe${Buffer.from('https://x.example', 'utf16le').toString('hex')}>`),
    ],
    ['a web page, in UTF-8 with a mark', uri(`<${Buffer.from('\ufeffhttps://x.example').toString('hex')}>`)],
    ['web pages of one site', { catalog: '/URI << /Base (https://plan.example/) >>' }],
  ])('may link to %s', (_what, parts) => {
    expect(findPdfFault(pdf(parts))).toBeNull();
  });

  it.each([
    ['annotations, outlines and fields with flags', { page: '/Annots [<< /Subtype /Text /F 4 /Rect [0 0 9 9] >>]' }],
    ['article threads', { catalog: '/Threads [4 0 R]', more: ['<< /F 5 0 R >>', '<< /T 4 0 R /N 5 0 R /V 5 0 R >>'] }],
    ['a form that is not sent', { catalog: '/AcroForm << /Fields [<< /FT /Tx /T (Name) /V (Ana) >>] >>' }],
    ['a title with those words', { catalog: '/Lang (en)', trailer: '/Info << /Title (javascript: \\\\\\\\host) >>' }],
  ])('may have %s', (_what, parts) => {
    expect(findPdfFault(pdf(parts))).toBeNull();
  });

  it.each([
    ['a script as a link', uri('(javascript:app.alert\\(1\\))')],
    ['a script as a link, in hexadecimal digits', uri('<6a617661736372697074 3a61>')],
    ['a script as a link, in octal digits', uri('(\\152avascript:a)')],
    ['a script as a link, over two lines', uri('(java\\\nscript:a)')],
    ['a script behind a space', uri('( javascript:a)')],
    ['a link to a file', uri('(file:///C:/Windows/System32/calc.exe)')],
    ['a script as a link, in UTF-16', uri(`<${utf16('javascript:a')}>`)],
    ['a share as a link, in UTF-16', uri(`<${utf16('\\\\host\\share')}>`)],
    ['a link in UTF-16 without its mark', uri(`<${utf16('https://x.example').slice(4)}>`)],
    ['a link that is marked as UTF-16 and is not', uri('(\\376\\377https://x.example)')],
    ['a script as a link, after two marks', uri(`<feff${utf16('javascript:a')}>`)],
    ['a link to a share', uri('(\\\\\\\\host\\\\share\\\\a.exe)')],
    ['a link to a share, with slashes', uri('(//host/share)')],
    ['a link to a neighbouring file', uri('(../../secret.pdf)')],
    ['a link of another program', uri('(ms-msdt:/id)')],
    ['data as a link', uri('(data:text/html,x)')],
    ['a link whose address is an object', { ...uri('4 0 R'), more: ['(javascript:a)'] }],
    ['a link whose address is a reference to one', { ...uri('4 0 R'), more: ['5 0 R', '(javascript:a)'] }],
    ['a link that says it twice', uri('(javascript:a) /URI (https://plan.example)')],
    ['links that are relative to a share', { catalog: '/URI << /Base (\\\\\\\\host\\\\share) >>' }],
    ['a place in another file', link('<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>')],
    ['a place in another file, by a web address', link('<< /S /GoToR /F << /FS /URL /F (https://x.example) >> >>')],
    ['a place in an embedded file', link('<< /S /GoToE /D [0 /Fit] >>')],
    ['an article of another file', link('<< /S /Thread /F (\\\\\\\\host\\\\a.pdf) /D 0 >>')],
    ['a program', link('<< /S /Launch /Win << /F (cmd.exe) >> >>')],
    ['a form that is sent', link('<< /S /SubmitForm /F (https://x.example) >>')],
    ['data that is fetched', link('<< /S /ImportData /F (a.fdf) >>')],
    ['a stream that is in another file', { more: ['<< /Length 0 /F (\\\\\\\\host\\\\share) >>'] }],
    ['a file by a Unicode name', { more: ['<< /Type /Filespec /UF (a.exe) >>'] }],
    ['a file by reference', { more: ['<< /Type /Filespec /F 5 0 R >>', '(a.exe)'] }],
    ['a page of another document', { more: ['<< /Type /XObject /Subtype /Form /Ref << /F (a.pdf) /Page 0 >> >>'] }],
    ['an image of a print server', { more: ['<< /OPI << /1.3 << /F (a.tif) >> >> >>'] }],
    ['a PostScript program', { more: ['<< /Type /XObject /Subtype /PS >>'] }],
    ['a script in what its trailer names', { trailer: '/Extra << /URI (javascript:a) >>' }],
  ])('is refused for %s', (_what, parts) => {
    expect(findPdfFault(pdf(parts))).toBe('active-content');
  });

  it.each([
    ['no page', { catalog: '/Pages 4 0 R', more: ['<< /Type /Pages /Kids [] /Count 0 >>'] }],
    ['no page list', { catalog: '/Pages 4 0 R', more: ['<< /Type /Pages /Count 0 >>'] }],
    [
      'a page tree without pages',
      { catalog: '/Pages 4 0 R', more: ['<< /Kids [5 0 R] >>', '<< /Type /Pages /Kids [] >>'] },
    ],
    ['a page that is its catalog', { catalog: '/Pages 4 0 R', more: ['<< /Type /Pages /Kids [1 0 R] /Count 1 >>'] }],
    ['a page that is not a dictionary', { catalog: '/Pages 4 0 R', more: ['<< /Type /Pages /Kids [5 0 R] >>', '[1]'] }],
  ])('is malformed with %s', (_what, parts) => {
    expect(findPdfFault(pdf(parts))).toBe('malformed');
  });
});

describe('A stream of a PDF', () => {
  it('that refers to another file is refused', () => {
    expect(findPdfFault(aPdf({ more: [stream('/F (\\\\\\\\host\\\\share)')] }))).toBe('active-content');
    expect(findPdfFault(aPdf({ more: [stream('/F << /F (a) >>')] }))).toBe('active-content');
    expect(findPdfFault(aPdf({ more: [stream('/Filter /ASCIIHexDecode')] }))).toBeNull();
  });
});

const FILE = '(file:///c:/a.exe)';
const LINK = uri('4 0 R');

/* Two viewers may find different objects in the same bytes. What either of them finds counts; where that cannot be said, the file is refused. */
describe('A PDF that viewers read differently', () => {
  it.each([
    ['a comment in the header of an object', `4 %\n0 obj ${FILE} endobj\n`],
    ['a comment after the header of an object', `4 0 %\nobj ${FILE} endobj\n`],
    ['a number in such a comment', `4 % 12\n0 obj ${FILE} endobj\n`],
    ['a sign in the number of an object', `+4 0 obj ${FILE} endobj\n`],
    ['a fraction as the number of an object', `4. 0 obj ${FILE} endobj\n`],
    ['a fraction as a generation', `4 0.0 obj ${FILE} endobj\n`],
    ['a byte that is white space for PDFium after a header', `4 0 obj\x80${FILE} endobj\n`],
    ['such a byte in a name', '4 0 obj /JavaScript\xff endobj\n'],
    ['an escape of one digit', '4 0 obj /Java#3Zcript endobj\n'],
    ['an escape at the end of a name', '4 0 obj /JavaScript# endobj\n'],
    ['a name with a null character', '4 0 obj /JavaScript#00x endobj\n'],
    ['an action of two types', '4 0 obj << /S /URI /S /GoTo >> endobj\n'],
    ['a trailer that cannot be read', 'trailer << /Encrypt 4 0 R ?'],
  ])('is malformed for %s', (_what, text) => {
    expect(findPdfFault(inserted(text, LINK))).toBe('malformed');
  });

  it.each([
    ['a header with bytes that PDFium reads as white space', `4\x800\xffobj ${FILE} endobj\n`],
    ['a number that may be read from its second digit on', `14 0 obj ${FILE} endobj\n`],
    ['such a number beside a harmless one', `4 0 obj (https://x.example) endobj\n14 0 obj ${FILE} endobj\n`],
    [
      'a duplicate /URI key whose second value is harmless',
      `4 0 obj << /URI ${FILE} /URI (https://x.example) >> endobj\n`,
    ],
  ])('is refused for %s', (_what, text) => {
    expect(findPdfFault(inserted(text, LINK))).toBe('active-content');
  });

  it.each([
    ['has no /Root', 'trailer << /Encrypt 4 0 R >>\n'],
    ['also says that it is not encrypted', 'trailer << /Root 1 0 R /Encrypt 4 0 R /Encrypt null >>\n'],
  ])('is encrypted by a trailer that %s', (_what, text) => {
    expect(findPdfFault(inserted(text))).toBe('encrypted');
  });

  it.each([
    ['a number before the end of its object', { more: ['59endobj'] }],
    ['a reference before the end of its object', { more: ['5 0 Rendobj'] }],
    ['a key with two values of no effect', { catalog: '/PageMode /UseNone /PageMode /UseOutlines' }],
    ['a name with escapes', { page: '/Tabs /A#20#c3#b1' }],
    ['rights of a form that name embedded files', { more: ['<< /Type /TransformParams /EF [/Create /Import] >>'] }],
  ])('may have %s', (_what, parts) => {
    expect(findPdfFault(aPdf(parts))).toBeNull();
  });

  it('has embedded files in a dictionary', () => {
    expect(findPdfFault(aPdf({ more: ['<< /Type /Filespec /EF << /F 5 0 R >> >>'] }))).toBe('active-content');
  });
});

describe('An object stream', () => {
  const objectStream = (entries: string, content = '9 0 10 6 (one) (two)', lineEnd = '\n') =>
    aPdf({ more: [`<< /Type /ObjStm ${entries} /Length ${content.length} >>\nstream${lineEnd}${content}\nendstream`] });
  const INDEXED = '/N 2 /First 9';

  it.each([
    ['in order', objectStream(INDEXED)],
    ['after a carriage return and a line feed', objectStream(INDEXED, undefined, '\r\n')],
    ['with comments between its objects', objectStream(INDEXED, '9 0 10 10(one) % %\n(two)')],
    ['with an offset that points to a comment', objectStream(INDEXED, '9 0 10 6 (one) % %\n(two)')],
  ])('%s is read', (_what, bytes) => {
    expect(findPdfFault(bytes)).toBeNull();
  });

  it('may have the abbreviated name of its filter', () => {
    const bytes = aPackedPdf().toString('latin1').replace('/FlateDecode', '/Fl');
    expect(findPdfFault(Buffer.from(bytes, 'latin1'))).toBeNull();
  });

  it.each([
    ['without the offset of its first object', objectStream('/N 2')],
    ['with /First as a reference', objectStream('/N 2 /First 5 0 R')],
    ['with /First twice', objectStream('/N 2 /First 9 /First 10')],
    ['with a negative /First', objectStream('/N 2 /First -9')],
    ['with objects that its index does not list', objectStream('/N 1 /First 4', '9 6 (one) (two)')],
    ['with objects in another order than its index', objectStream(INDEXED, '9 6 10 0 (one) (two)')],
    ['with an offset within a comment', objectStream(INDEXED, '9 0 10 7 (one) %(JS)\n(two)')],
    ['with space before its data', objectStream(INDEXED, undefined, '  \n')],
  ])('%s is malformed', (_what, bytes) => {
    expect(findPdfFault(bytes)).toBe('malformed');
  });

  it.each(['/Filter 5 0 R', '/Filter [/ASCIIHexDecode /FlateDecode]', '/F /ASCIIHexDecode', '/DP << /Predictor 12 >>'])(
    'with %s is too complex',
    (entry) => {
      expect(findPdfFault(objectStream(`${INDEXED} ${entry}`))).toBe('too-complex');
    },
  );
});
