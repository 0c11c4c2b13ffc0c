import { describe, expect, it } from '@jest/globals';
import { aPackedPdf, aPdf } from '../../../testing/a-pdf.js';
import { ACTIVE } from './active.testing.js';
import { findPdfFault } from './find-pdf-fault.js';
import { link, stream } from './pdf-corpus.testing.js';

describe('A word', () => {
  const resources = (entries: string) => ({ page: `/Resources << /ExtGState << ${entries} >> >>` });

  it.each([
    ['a resource that is called Sound', resources('/Sound << /CA 1 >>')],
    [
      'resources that are called as actions',
      resources('/Launch << >> /3D << >> /Movie << >> /GoToR << >> /SubmitForm << >>'),
    ],
    ['an entry of its description', { trailer: '/Info 4 0 R', more: ['<< /Title (x) /Mac (y) /F (z) >>'] }],
    ['an entry of its description in place', { trailer: '/Info << /Unix (x) /DOS (y) /UF (z) >>' }],
  ])('that names an action is harmless as %s', (_what, parts) => {
    expect(findPdfFault(aPdf(parts))).toBeNull();
    expect(findPdfFault(aPackedPdf(parts))).toBeNull();
  });

  const info = (entries: string, more: readonly string[] = []) => ({
    trailer: '/Info 4 0 R',
    more: [entries, ...more],
  });

  it.each([
    ['a sound', { page: '/Annots [<< /Subtype /Sound /Sound 4 0 R >>]', more: ['null'] }],
    ['an action by reference', { more: ['<< /S 5 0 R >>', '/Launch'] }],
    ['scripts of a document', { catalog: '/Names << /JavaScript 4 0 R >>', more: ['null'] }],
    [
      'a description that is the file of an action',
      { ...info('<< /F (a.exe) >>'), ...link('<< /S /Thread /F 4 0 R >>') },
    ],
    ['a description that is the file of a stream', info('<< /Mac (a.exe) >>', [stream('/F 4 0 R')])],
    ['a description that is a page of another document', info('<< /F (a.pdf) /Page 0 >>', ['<< /Ref 4 0 R >>'])],
    ['a description that is one by two references', info('<< /F (a.pdf) /Page 0 >>', ['4 0 R', '<< /Ref 5 0 R >>'])],
    ['a description that is an attachment', { ...info('<< /UF (a.exe) >>'), page: '/Annots [<< /FS 4 0 R >>]' }],
    ['a description that is an action', info('<< /S /Thread /F (a.exe) >>')],
    ['a description that carries a file', info('<< /F (a.exe) /EF << /F 5 0 R >> >>')],
    ['a description with a file in it', info('<< /Title << /F (a.exe) >> >>')],
    ['a description with an address', info('<< /URI (javascript:a) >>')],
    ['a description that is a stream', info(stream('/F (a.exe)'))],
  ])('is judged as %s', (_what, parts) => {
    expect(findPdfFault(aPdf(parts))).toEqual(ACTIVE);
  });
});

describe('A name with a # that is no escape', () => {
  it.each(['/C#Sharp', '/Font#', '/Blue#G1', '/Helvetica#-Bold', '/ABCDEF+No#1'])('%s is taken', (name) => {
    expect(findPdfFault(aPdf({ more: [`<< /Type /Font /BaseFont ${name} >>`, `<< ${name} 1 >>`] }))).toBeNull();
  });

  it.each([
    '/JavaScript#',
    '/J#avaScript',
    '/Java#3Zcript',
    '/JavaScript#00x',
    '/#JS',
    '/J#S',
    '/S#',
    '/UR#I',
    '/U#',
    '/Laun#zz',
    '/#',
    '/EF#G0',
  ])('%s is malformed, as some viewers may read another one', (name) => {
    expect(findPdfFault(aPdf({ more: [`<< /A ${name} >>`] }))).toEqual({ reason: 'malformed' });
    expect(findPdfFault(aPdf({ more: [`<< ${name} (file:a) >>`] }))).toEqual({ reason: 'malformed' });
  });
});

describe('A stream of a PDF', () => {
  it('that refers to another file is refused', () => {
    expect(findPdfFault(aPdf({ more: [stream('/F (\\\\\\\\host\\\\share)')] }))).toEqual(ACTIVE);
    expect(findPdfFault(aPdf({ more: [stream('/F << /F (a) >>')] }))).toEqual(ACTIVE);
    expect(findPdfFault(aPdf({ more: [stream('/Filter /ASCIIHexDecode')] }))).toBeNull();
  });
});
