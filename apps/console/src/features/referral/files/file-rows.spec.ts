import { describe, expect, it } from '@jest/globals';
import type { FileAsOf } from '@throughline/domain';
import { mayChangeType, namesInUse, newestFirst, standingOf, typeOf } from './file-rows.js';
import { arrivedAs, uploadBegun } from './unanswered-upload.js';
import { countTypes, findFiles, resultOf } from './find-files.js';

const file = (fileId: number, fileName: string, more: Partial<FileAsOf> = {}): FileAsOf => ({
  fileId,
  fileName,
  size: 9,
  createdAt: '2026-11-21T12:00:00.000Z',
  ...more,
});
const SUBMISSION = file(1, 'Referral.pdf');
const CMN = file(2, 'José CMN.pdf', { check: 'accepted', fileType: 'CMN', uploadedBy: 'u-ana' });
const OLD = file(3, 'scan.pdf', { check: 'waiting' });
const REFUSED = file(4, 'locked.pdf', { check: 'refused', fileType: 'CMN', uploadedBy: 'u-ana' });
const CORRECTED = file(5, 'Corrected.pdf', { corrected: true });
const ALL = [SUBMISSION, CMN, OLD, REFUSED, CORRECTED];

describe('The files of a referral', () => {
  it('have the type that was chosen, Other where none was, and types of their own where the portal made them', () => {
    expect(ALL.map(typeOf)).toEqual(['Submission PDF', 'CMN', 'Other', 'CMN', 'Corrected submission PDF']);
  });

  it('are named without the type where they were refused, and with a word where they are being checked', () => {
    expect([CMN, OLD, REFUSED].map(standingOf)).toEqual(['CMN', 'Other, being checked', 'Refused']);
  });

  it('are found by name without accents, and by any of the chosen types', () => {
    expect(findFiles(ALL, ' jose ', [])).toEqual([CMN]);
    expect(findFiles(ALL, '', ['CMN', 'Other'])).toEqual([CMN, OLD, REFUSED]);
    expect(findFiles(ALL, 'jose', ['Other'])).toEqual([]);
    const wordsOf = (file: FileAsOf) => [standingOf(file)];
    expect(findFiles(ALL, ' refused', [], wordsOf)).toEqual([REFUSED]);
    expect(findFiles(ALL, 'refu', [], wordsOf)).toEqual([]);
  });

  it('show as what an upload without an answer has arrived, apart from an earlier one of this name', () => {
    const upload = uploadBegun('locked.pdf', [SUBMISSION, REFUSED]);
    expect(arrivedAs(upload, ALL)).toBeUndefined();
    const arrived = file(6, 'locked.pdf', { check: 'waiting' });
    expect(arrivedAs(upload, [...ALL, arrived])).toBe(arrived);
    expect(arrivedAs(uploadBegun('Referral.pdf', []), ALL)).toBe(SUBMISSION);
  });

  it('are listed with the newest first', () => {
    expect(newestFirst(ALL)).toEqual([CORRECTED, REFUSED, OLD, CMN, SUBMISSION]);
  });

  it('say of an upload whether it is being checked, was attached or was refused', () => {
    expect([2, 3, 4, 6].map((fileId) => resultOf(fileId, ALL))).toEqual([
      'isAttached',
      'isChecked',
      'wasRefusedBecause',
      'isChecked',
    ]);
  });

  it('are counted by type; a chosen type stays without files', () => {
    expect(countTypes([CMN, REFUSED, OLD], ['Order']).map(({ label, count }) => [label, count])).toEqual([
      ['Order', 0],
      ['CMN', 2],
      ['Other', 1],
    ]);
  });

  it('are re-typed by staff and by their uploader, unless they were refused or made by the portal', () => {
    const changed = (user: Parameters<typeof mayChangeType>[1]) => ALL.filter((one) => mayChangeType(one, user));
    expect(changed({ id: 'u-dana', role: 'staff' })).toEqual([CMN, OLD]);
    expect(changed({ id: 'u-ana', role: 'referrer' })).toEqual([CMN]);
    expect(changed({ id: 'u-other', role: 'referrer' })).toEqual([]);
    expect(changed({ id: 'u-ops', role: 'ops' })).toEqual([]);
  });

  it('have names that a further file may not have, but for refused ones', () => {
    expect(namesInUse(ALL)).toEqual(['Referral.pdf', 'José CMN.pdf', 'scan.pdf', 'Corrected.pdf']);
  });
});
