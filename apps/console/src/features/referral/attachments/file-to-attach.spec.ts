import { describe, expect, it } from '@jest/globals';
import { MAX_UPLOAD_BYTES } from '@throughline/contracts';
import { fileFault } from './file-to-attach.js';

const file = (name: string, content = '%PDF-1.7', size = content.length) => ({
  name,
  size,
  slice: (from?: number, to?: number) => new Blob([content.slice(from, to)]),
});

describe('A file to attach', () => {
  it('is a PDF of 2 MB at most', async () => {
    expect(await fileFault(file('a.pdf', '%PDF-1.7', MAX_UPLOAD_BYTES), [])).toBeNull();
    expect(await fileFault(file('a.pdf', '%PDF-1.7', MAX_UPLOAD_BYTES + 1), [])).toBe('File size is too big');
  });

  // PDF readers skip other bytes before the header within the first 1,024 bytes. The server removes them.
  it.each(['\ufeff%PDF-1.7', '\r\n%PDF-1.7', '\0%PDF-1.7', `${' '.repeat(1_000)}%PDF-1.7`])(
    'may begin with %j',
    async (content) => {
      expect(await fileFault(file('a.pdf', content), [])).toBeNull();
    },
  );

  it.each(['', '%PDF', `${' '.repeat(5_000)}%PDF-1.7`, 'PK\u0003\u0004'])(
    'is recognised by its content, whatever its name: %j',
    async (content) => {
      expect(await fileFault(file('a.pdf', content), [])).toBe('File type is not supported');
    },
  );

  it.each(['x.txt', 'x', 'pdf', 'x.pdf.exe', 'x.pdf.'])(
    'must be named as a PDF, whatever its content: %j',
    async (name) => {
      expect(await fileFault(file(name), [])).toBe('File type is not supported');
    },
  );

  it('has a unique name', async () => {
    expect(await fileFault(file('Scan.PDF'), ['b.pdf', 'scan.pdf'])).toBe('A file with this name is attached already.');
    expect(await fileFault(file('Scan.PDF'), ['b.pdf'])).toBeNull();
    expect(await fileFault(file(`${'a'.repeat(252)}.pdf`), [])).toBe('File name is limited to 255 characters.');
  });
});
