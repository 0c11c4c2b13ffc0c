import { describe, expect, it } from '@jest/globals';
import { deflateSync } from 'node:zlib';
import { aPackedPdf, aPdf, inserted } from '../../../testing/a-pdf.js';
import { demoOrder } from '../../../demo/demo-order.js';
import { Random } from '../../../demo/random.js';
import { openPdf } from '../../generate-submission-pdf/read-pdf.testing.js';
import { SubmissionRenderer } from '../../generate-submission-pdf/render-submission-pdf.js';
import { submissionDocument } from '../../generate-submission-pdf/submission-document.js';
import { ACTIVE } from './active.testing.js';
import { findPdfFault } from './find-pdf-fault.js';

const FORMS = [
  ['as it is', aPdf],
  ['packed', aPackedPdf],
] as const;

const ENCRYPTED = '/Encrypt << /Filter /Standard /V 1 /R 2 /O (o) /U (u) /P -44 >>';

describe.each(FORMS)('A PDF %s', (_, pdf) => {
  it('is one that viewers open, and has no fault', async () => {
    const bytes = pdf({ more: ['null'] });
    expect((await openPdf(bytes)).numPages).toBe(1);
    expect(findPdfFault(bytes)).toBeNull();
  });

  it('may show a place of its own when it is opened, and name links', () => {
    expect(findPdfFault(pdf({ catalog: '/OpenAction [3 0 R /Fit]' }))).toBeNull();
    expect(findPdfFault(pdf({ catalog: '/OpenAction << /S /Named /N /LastPage >>' }))).toBeNull();
    expect(findPdfFault(pdf({ catalog: '/OpenAction 4 0 R', more: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }))).toBeNull();
    const link = '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://plan.example) >> >>';
    expect(findPdfFault(pdf({ page: '/Annots [4 0 R]', more: [link] }))).toBeNull();
  });

  it('is refused when it is encrypted', () => {
    expect(findPdfFault(pdf({ trailer: ENCRYPTED }))).toEqual({ reason: 'encrypted' });
    expect(findPdfFault(pdf({ trailer: '/Encrypt null' }))).toBeNull();
  });

  it.each([
    ['JavaScript when it is opened', { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }],
    ['JavaScript by reference', { catalog: '/OpenAction 4 0 R', more: ['<< /S 5 0 R >>', '/JavaScript'] }],
    ['JavaScript written in another way', { catalog: '/OpenAction << /S /J#61vaScr#69pt >>' }],
    ['JavaScript among its names', { catalog: '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', more: ['null'] }],
    ['JavaScript in nothing that is referred to', { more: ['[ << /S /JavaScript >> ]'] }],
    ['a program to launch', { page: '/Annots [<< /Subtype /Link /A << /S /Launch /F (cmd.exe) >> >>]' }],
    ['a file within it', { catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>', more: ['null'] }],
    ['rich media', { page: '/Annots [<< /Subtype /RichMedia >>]' }],
    ['a form of its own kind', { catalog: '/AcroForm << /XFA [] >>' }],
    ['a form that is sent', { page: '/Annots [<< /A << /S /SubmitForm >> >>]' }],
    ['a print when it is opened', { catalog: '/OpenAction << /S /Named /N /Print >>' }],
    ['a page of the web when it is opened', { catalog: '/OpenAction << /S /URI /URI (https://x.example) >>' }],
    ['a page of the web when a page is shown', { page: '/AA << /O 4 0 R >>', more: ['<< /S /URI /URI (x) >>'] }],
    ['a further action after a harmless one', { catalog: '/OpenAction << /S /GoTo /Next [<< /S /URI >>] >>' }],
  ])('is refused when it holds %s', (_what, parts) => {
    expect(findPdfFault(pdf(parts))).toEqual(ACTIVE);
  });

  it.each([
    ['its page is missing', { page: '', catalog: '/Pages 9 0 R' }],
    ['its page tree is circular', { catalog: '/Pages 4 0 R', more: ['<< /Kids [4 0 R] >>'] }],
    ['an object is not terminated', { more: ['<< /A [1 2 3'] }],
    ['an object has no PDF type', { more: ['<< /A foo >>'] }],
    ['it is nested too deeply', { more: ['['.repeat(5_000)] }],
  ])('is malformed when %s', (_what, parts) => {
    expect(findPdfFault(pdf(parts))).toEqual({ reason: 'malformed' });
  });

  it('is malformed if it is truncated at any byte', () => {
    const bytes = pdf();
    for (let length = 0; length < bytes.lastIndexOf('startxref'); length += 7) {
      expect(findPdfFault(bytes.subarray(0, length))).toEqual({ reason: 'malformed' });
    }
  });
});

describe('A PDF', () => {
  it('of our own making has no fault', () => {
    const referrer = {
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: 'ana@plan.example',
      phone: '6025550112',
      company: null,
    };
    const at = '2026-11-21T12:00:00.000Z';
    const order = demoOrder(new Random(1), referrer, 1, new Date(at));
    expect(findPdfFault(new SubmissionRenderer().render(submissionDocument('263254123071844', at, order)))).toBeNull();
  });

  it('is searched where its cross-reference table does not lead', () => {
    const hidden = '4 0 obj << /S /JavaScript /JS (x) >> endobj\n';
    expect(findPdfFault(inserted(hidden))).toEqual(ACTIVE);
    // Hidden in what claims to be the data of an image.
    const image = `<< /Length ${hidden.length} >>\nstream\n${hidden}\nendstream`;
    expect(findPdfFault(aPdf({ more: [image] }))).toEqual(ACTIVE);
  });

  it('may hold the words of all that in its text', () => {
    const text = '(The /JavaScript of an object, 4 0 objects, and a trailer) Tj';
    const contents = `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
    expect(
      findPdfFault(aPdf({ page: '/Contents 4 0 R', more: [contents], trailer: '/Info (a /JS of a title)' })),
    ).toBeNull();
  });

  it('that was changed and added to is judged by all that was ever in it', () => {
    const before = aPdf({ catalog: '/OpenAction << /S /JavaScript >>' }).toString('latin1');
    const after = '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n';
    expect(findPdfFault(Buffer.from(before + after, 'latin1'))).toEqual(ACTIVE);
  });

  it('is refused when what it packs is too much, or is packed in an unusual way', () => {
    const bomb = () => deflateSync(Buffer.alloc(20 * 1024 * 1024, ' '));
    expect(findPdfFault(aPackedPdf({}, { pack: bomb }))).toEqual({ reason: 'too-complex' });
    expect(findPdfFault(aPackedPdf({}, { stream: '/DecodeParms << /Predictor 12 >>' }))).toEqual({
      reason: 'unusual-encoding',
    });
  });

  it('is too complex when its object streams are too much together, however small each one is', () => {
    const streams = (count: number) =>
      Array.from({ length: count }, () => {
        const data = deflateSync(`9 0 (x)${' '.repeat(1024 * 1024)}`).toString('latin1');
        return `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${data.length} >>\nstream\n${data}\nendstream`;
      });
    expect(findPdfFault(aPdf({ more: streams(4) }))).toBeNull();
    expect(findPdfFault(aPdf({ more: streams(40) }))).toEqual({ reason: 'too-complex' });
  });

  it.each([
    ['a string', 'obj('],
    ['a string of digits', 'obj<'],
    ['a string behind a name', 'obj[/\\('],
    ['a comment behind a number', 'obj 1%'],
    ['a comment behind a dictionary', 'obj<</First 1>>%'],
  ])('is too complex, which is found quickly, when an unterminated %s begins at every word', (_, word) => {
    expect(findPdfFault(Buffer.alloc(2_000_000, word))).toEqual({ reason: 'too-complex' });
  });

  it('is malformed when its packed objects are all in one place', () => {
    const [count, text] = [50_000, 'x'.repeat(1_000_000)];
    const data = deflateSync(`${'1 0 '.repeat(count)}(${text})`).toString('latin1');
    const stream = `<< /Type /ObjStm /N ${count} /First ${4 * count} /Filter /FlateDecode >>\nstream\n${data}\nendstream`;
    expect(findPdfFault(aPdf({ more: [stream] }))).toEqual({ reason: 'malformed' });
  });

  it('is malformed when a word is nearly a number, however long', () => {
    expect(findPdfFault(aPdf({ more: [`${'1'.repeat(1_000_000)}x`] }))).toEqual({ reason: 'malformed' });
    expect(findPdfFault(aPdf({ more: [`3.${'1'.repeat(1_000_000)}`] }))).toBeNull();
  });

  it('is too complex when an object is defined many times and referred to many times', () => {
    const references = `[${'<< /F 4 0 R >>'.repeat(20_000)}]`;
    expect(findPdfFault(inserted('4 0 obj 1 endobj\n'.repeat(5_000), { more: ['1', references] }))).toEqual({
      reason: 'too-complex',
    });
  });

  it('is read in linear time when objects that are defined many times refer to each other', () => {
    const chain = [4, 5, 6, 7, 8].map((object) => `${object} 0 obj ${object + 1} 0 R endobj\n`.repeat(2_000)).join('');
    expect(findPdfFault(inserted(chain, { catalog: '/OpenAction 4 0 R' }))).toBeNull();
    const next = (object: number) =>
      `${object} 0 obj << /S /GoTo /Next [${`${object + 1} 0 R `.repeat(40)}] >> endobj\n`;
    expect(
      findPdfFault(inserted([4, 5, 6, 7, 8, 9, 10].map(next).join(''), { catalog: '/OpenAction 4 0 R' })),
    ).toBeNull();
  });

  it('is malformed when a list of pages contains itself', () => {
    const more = ['<< /Kids 5 0 R >>', '[<< /Kids 5 0 R >>]'];
    expect(findPdfFault(aPdf({ catalog: '/Pages 4 0 R', more }))).toEqual({ reason: 'malformed' });
  });

  it('is malformed when a comment ends it in the middle of an object', () => {
    for (const end of ['1 0 obj<</First 1>>%', '1 0 obj 1 %', '1 0 obj [1 %', '1 0 obj (\\'])
      expect(findPdfFault(Buffer.from(new TextEncoder().encode(`%PDF-1.7\n${end}`).buffer))).toEqual({
        reason: 'malformed',
      });
  });

  it('is malformed when a packed object stands before its stream', () => {
    const stream = `<< /Type /ObjStm /N 1 /First 5 >>\nstream\n1 -${'9'.repeat(30)} null\nendstream`;
    expect(findPdfFault(aPdf({ more: [stream] }))).toEqual({ reason: 'malformed' });
  });

  it('is malformed when what it packs cannot be opened', () => {
    expect(findPdfFault(aPackedPdf({}, { pack: (data) => data }))).toEqual({ reason: 'malformed' });
  });

  it.each(['', '%PDF-', 'hello', '%PDF-1.7\n%%EOF', ' %PDF-1.4'])('is not %j', (text) => {
    expect(findPdfFault(Buffer.from(text))).toEqual({ reason: 'malformed' });
  });
});
