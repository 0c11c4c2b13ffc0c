import { describe, expect, it } from '@jest/globals';
import { aPackedPdf, aPdf, inserted } from '../../../testing/a-pdf.js';
import { ACTIVE } from './active.testing.js';
import { findPdfFault } from './find-pdf-fault.js';
import { link } from './pdf-corpus.testing.js';

/*
 * Everything that leads out of a document, or to a missing part of it, in the forms that PDF has for it: ISO 32000-1, 7.11 (file
 * specifications), 8.10.4 (reference XObjects), 12.6 (actions).
 */

const FORMS = [
  ['as it is', aPdf],
  ['packed', aPackedPdf],
] as const;

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');

const uri = (text: string) => link(`<< /S /URI /URI ${text} >>`);

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
    ['a web page, without http', uri('(www.plan.example/form?a=b:c)')],
    ['a web page, with a port and without http', uri('(www.plan.example:8080/form)')],
    ['a web page, its host alone', uri('(example.org)')],
    ['a web page, its host and path alone', uri('(Plan.Example.COM/a b/c.html)')],
    ['a web page, behind a blank', uri('( https://plan.example)')],
    ['a web page, between other white space', uri('(\\n\\thttps://plan.example \\r\\n)')],
    ['a web page, with one slash', uri('(http:/www.plan.example)')],
    ['a web page, with no slash', uri('(https:www.plan.example)')],
    ['an e-mail address alone', uri('(office@plan.example)')],
    ['an e-mail address alone, with a subject', uri('(o.f+fice@plan.example?subject=Form 7)')],
    ['nothing', uri('()')],
    ['a blank', uri('( )')],
    ['a web page without http, in UTF-16', uri(`<${utf16('www.plan.example')}>`)],
    ['a page of one site', { ...uri('(page2)'), catalog: '/URI << /Base (http://plan.example/) >>' }],
    ['words', uri('(Click here)')],
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
    ['a neighbouring file without a path', uri('(other.html)')],
    ['a neighbouring program', uri('(setup.exe)')],
    ['a neighbouring archive, whose end is one of hosts as well', uri('(form.zip)')],
    ['a file in a folder that is named as a host', uri('(www.plan.example\\\\a.exe)')],
    ['a scheme that begins as a host', uri('(www.plan.example:javascript)')],
    ['a script behind white space and controls', uri('(\\000\\001javascript:a)')],
    ['a script behind a host on another line', uri('(www.plan.example\\njavascript:a)')],
    ['a script in percent escapes', uri('(%6Aavascript:a)')],
    ['a script in a scheme that is broken by a tab', uri('(java\\tscript:a)')],
    ['a share that begins as a web page', uri('(http:\\\\\\\\host\\\\share)')],
    ['a share with an at sign', uri('(\\\\\\\\host@80\\\\share)')],
    ['a script with an at sign', uri('(javascript:a@plan.example)')],
    ['a path with an at sign', uri('(../a@plan.example)')],
    ['a host with a full width letter', uri(`<${utf16('ｗww.plan.example')}>`)],
    ['a link of another program', uri('(ms-msdt:/id)')],
    ['data as a link', uri('(data:text/html,x)')],
    ['a link whose address is an object', { ...uri('4 0 R'), more: ['(javascript:a)'] }],
    ['a link whose address is a reference to one', { ...uri('4 0 R'), more: ['5 0 R', '(javascript:a)'] }],
    ['a link that says it twice', uri('(javascript:a) /URI (https://plan.example)')],
    ['a page of no site', uri('(page2)')],
    ['a page of a site that no document has', { ...uri('(page2)'), more: ['<< /Base (http://plan.example/) >>'] }],
    [
      'a page of a site or of a share',
      { ...uri('(page2)'), catalog: '/URI << /Base (http://plan.example/) /Base (ftp://host) >>' },
    ],
    ['a program, of one site', { ...uri('(calc)'), catalog: '/URI << /Base (http://plan.example/) >>' }],
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
    ['a print server’s picture that is an action too', { more: ['<< /OPI << /1.3 << /S /Thread /F (a.tif) >> >> >>'] }],
    [
      'a print server’s picture that carries a file',
      { more: ['<< /OPI << /1.3 << /F << /F (a) /EF << >> >> >> >> >>'] },
    ],
    [
      'a print server’s picture that is the file of an action',
      { ...link('<< /S /Thread /F 4 0 R >>'), more: ['<< /Type /OPI /F (a.tif) >>', '<< /OPI << /1.3 4 0 R >> >>'] },
    ],
    [
      'a print server’s picture that is an attachment',
      { page: '/Annots [<< /FS 4 0 R >>]', more: ['<< /F (a.tif) >>', '<< /OPI << /1.3 4 0 R >> >>'] },
    ],
    ['a PostScript program', { more: ['<< /Type /XObject /Subtype /PS >>'] }],
    ['a script in what its trailer names', { trailer: '/Extra << /URI (javascript:a) >>' }],
  ])('is refused for %s', (_what, parts) => {
    expect(findPdfFault(pdf(parts))).toEqual(ACTIVE);
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
    expect(findPdfFault(pdf(parts))).toEqual({ reason: 'malformed' });
  });
});

describe('A page tree', () => {
  it.each([
    ['an entry that is null', '[3 0 R null]'],
    ['an entry that is an object of null', '[5 0 R 3 0 R]'],
    ['the same page twice', '[3 0 R 3 0 R]'],
  ])('may have %s', (_what, kids) => {
    const tree = `<< /Type /Pages /Kids ${kids} /Count 2 >>`;
    expect(findPdfFault(aPdf({ catalog: '/Pages 4 0 R', more: [tree, 'null'] }))).toBeNull();
  });

  it.each([
    ['nothing but null', '[null]'],
    ['an entry that is missing', '[3 0 R 9 0 R]'],
    ['itself', '[3 0 R 4 0 R]'],
    ['a list of pages twice', '[2 0 R 2 0 R]'],
  ])('is malformed with %s', (_what, kids) => {
    const tree = `<< /Type /Pages /Kids ${kids} /Count 2 >>`;
    expect(findPdfFault(aPdf({ catalog: '/Pages 4 0 R', more: [tree] }))).toEqual({ reason: 'malformed' });
  });
});

const FILE = '(file:///c:/a.exe)';

const LINK = uri('4 0 R');

/*
 * Two viewers may find different objects in the same bytes. Everything that either of them finds counts; if that cannot be determined, the
 * file is refused.
 */
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
    expect(findPdfFault(inserted(text, LINK))).toEqual({ reason: 'malformed' });
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
    expect(findPdfFault(inserted(text, LINK))).toEqual(ACTIVE);
  });

  it.each([
    ['has no /Root', 'trailer << /Encrypt 4 0 R >>\n'],
    ['also says that it is not encrypted', 'trailer << /Root 1 0 R /Encrypt 4 0 R /Encrypt null >>\n'],
  ])('is encrypted by a trailer that %s', (_what, text) => {
    expect(findPdfFault(inserted(text))).toEqual({ reason: 'encrypted' });
  });

  it.each([
    ['a number before the end of its object', { more: ['59endobj'] }],
    ['a reference before the end of its object', { more: ['5 0 Rendobj'] }],
    ['a key with two values of no effect', { catalog: '/PageMode /UseNone /PageMode /UseOutlines' }],
    ['a name with escapes', { page: '/Tabs /A#20#c3#b1' }],
    ['an image of a print server', { more: ['<< /OPI << /1.3 << /F (a.tif) >> >> >>'] }],
    [
      'one with its file described',
      { more: ['<< /OPI << /2.0 4 0 R >> >>', '<< /Type /OPI /F << /F (a) >> >>'].toReversed() },
    ],
    ['rights of a form that name embedded files', { more: ['<< /Type /TransformParams /EF [/Create /Import] >>'] }],
  ])('may have %s', (_what, parts) => {
    expect(findPdfFault(aPdf(parts))).toBeNull();
  });

  it('has embedded files in a dictionary', () => {
    expect(findPdfFault(aPdf({ more: ['<< /Type /Filespec /EF << /F 5 0 R >> >>'] }))).toEqual(ACTIVE);
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

  it.each([
    ['before its first', objectStream('/N 1 /First 4', '9 6 (one) (two)')],
    ['between others', objectStream('/N 2 /First 10', '9 0 10 14 (one) [0 0 0] (two)'.replace('10 14 ', '10 14 '))],
    ['half ones', objectStream('/N 2 /First 10', '9 0 10 19 (one) /Old true >> (two)')],
    ['a word', objectStream('/N 2 /First 10', '9 0 10 10 (one) xyz (two)')],
    ['the end of an object', objectStream('/N 2 /First 10', '9 0 10 13 (one) endobj (two)')],
    ['noise before its first', objectStream('/N 1 /First 4', '9 9 xx } ] ) (two)')],
    ['after its last', objectStream('/N 1 /First 4', '9 0 (one) (two')],
  ])('may have objects that its index does not name: %s', (_what, bytes) => {
    expect(findPdfFault(bytes)).toBeNull();
  });

  it.each([
    ['before its first', '/N 1 /First 5', '9 34 << /S /JavaScript /JS (app.beep) >> (two)', 'script'],
    ['behind a word', '/N 1 /First 5', '9 39 xyz << /S /JavaScript /JS (app.beep) >> (two)', 'script'],
    ['half of an action', '/N 1 /First 5', '9 20 /S /Launch /F 5 >> (two)', 'program'],
    ['as the address of a link in the place of a word', '/N 2 /First 9', '7 2 4 11 x (file:a) (4)', 'link'],
    ['as the address of a link in its place', '/N 1 /First 4', '4 8 (file:a)(two)', 'link'],
  ])('is searched in what its index does not name: %s', (_what, entries, content, reason) => {
    const stream = `<< /Type /ObjStm ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
    expect(findPdfFault(aPdf({ ...LINK, more: ['null', stream].slice(reason === 'link' ? 1 : 0) }))).toMatchObject({
      reason,
    });
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
    ['with an open dictionary before one that its index lists', objectStream('/N 1 /First 4', '9 9 << /A 1 (two)')],
    ['with half an object before one that its index lists', objectStream('/N 1 /First 4', '9 6 [one] (two)')],
    ['with a string that ends within an object of its index', objectStream('/N 1 /First 4', '9 4 (one (two)')],
    ['with objects in another order than its index', objectStream(INDEXED, '9 6 10 0 (one) (two)')],
    ['with an offset within a comment', objectStream(INDEXED, '9 0 10 7 (one) %(JS)\n(two)')],
    ['with space before its data', objectStream(INDEXED, undefined, '  \n')],
  ])('%s is malformed', (_what, bytes) => {
    expect(findPdfFault(bytes)).toEqual({ reason: 'malformed' });
  });

  it.each([
    '/Filter 5 0 R',
    '/Filter /ASCIIHexDecode',
    '/Filter [/ASCIIHexDecode /FlateDecode]',
    '/Filter /LZWDecode',
    '/F /ASCIIHexDecode',
    '/DP << /Predictor 12 >>',
  ])('with %s is refused because of its encoding', (entry) => {
    expect(findPdfFault(objectStream(`${INDEXED} ${entry}`))).toEqual({ reason: 'unusual-encoding' });
  });
});

describe('A refusal', () => {
  it.each([
    ['script', { more: ['<< /S /JavaScript >>'] }],
    ['program', { more: ['<< /S /Launch >>'] }],
    ['other-files', { more: ['<< /Type /EmbeddedFile >>'] }],
    ['other-files', { more: ['<< /Type /Filespec /F (a.exe) >>'] }],
    ['sends-data', { more: ['<< /S /SubmitForm >>'] }],
    ['media', { more: ['<< /Subtype /RichMedia >>'] }],
    ['starts-by-itself', { catalog: '/OpenAction << /S /Named /N /Print >>' }],
    ['active-content', { catalog: '/AcroForm << /XFA [] >>' }],
  ])('says that its reason is: %s', (reason, parts) => {
    expect(findPdfFault(aPdf(parts))).toEqual({ reason });
  });

  it.each([
    ['(file:///c:/x)', 'file:///c:/x'],
    ['(javascript:alert\\(1\\))', 'javascript:alert(1)'],
    ['(other.html)', 'other.html'],
    [`<${utf16('file:///ñ\u202e')}>`, 'file:///ñ\ufffd'],
    [`(${'x'.repeat(5_000)})`, 'x'.repeat(200)],
  ])('names the link: %s', (address, shown) => {
    expect(findPdfFault(aPdf(uri(address)))).toEqual({ reason: 'link', link: shown });
  });
});
