import { describe, expect, it } from '@jest/globals';
import { uploadedFileName } from './file.contract.js';

describe('The name of an uploaded file', () => {
  it.each(['Prescription 1.pdf', 'Рецепт.PDF', 'علی‌رضا.pdf', '処方箋.pdf', 'a.b.pdf'])('may be %s', (name) => {
    expect(uploadedFileName.parse(` ${name} `)).toBe(name);
  });

  it('is one name, however its letters are composed', () => {
    expect(uploadedFileName.parse('re\u0301sume\u0301.pdf')).toBe('r\u00e9sum\u00e9.pdf');
  });

  it.each([
    ['', 'File name is required.'],
    ['\u200b', 'File name is required.'],
    ['.pdf', 'File name is required.'],
    ['\u200b\u2800.pdf', 'File name is required.'],
    ['a\u202efdp.pdf', 'File name holds characters that cannot be shown.'],
    ['a\n.pdf', 'File name holds characters that cannot be shown.'],
    ['../a.pdf', 'File name must be a name without a path.'],
    ['a.txt', 'File type is not supported'],
  ])('is not %j', (name, message) => {
    expect(uploadedFileName.safeParse(name).error?.issues[0]?.message).toBe(message);
  });
});
