import { describe, expect, it } from '@jest/globals';
import type { Corrections } from '@throughline/contracts';
import { isAbout, isAboutItems, since } from './corrected-since.js';

const corrected = (section: string | number, by = 'Dana Whitfield') => ({
  at: '2026-11-28T18:15:00.000Z',
  by,
  userId: 'u-dana',
  sentence: `${by} corrected it`,
  facts: [{ section, field: 'Name', from: 'Rosa', to: 'Marisol' }],
});
const added = { ...corrected(1), sentence: 'Dana Whitfield added 1 item', facts: [] };

describe('What was corrected since the dialog of a correction was opened', () => {
  const rows: Corrections = [corrected('Member'), corrected('Physician'), corrected(2), added, corrected('Member')];

  it('is shown for the section of the dialog only', () => {
    expect(since(rows, 1, isAbout('Physician'))).toEqual([rows[1]]);
    expect(since(rows, 1, isAbout('Member'))).toEqual([rows[4]]);
    expect(since(rows, 1, isAbout('Insurance'))).toEqual([]);
  });

  it('is shown for the items only, including added ones, where the dialog is about the items', () => {
    expect(since(rows, 1, isAboutItems)).toEqual([rows[2], added]);
  });

  it('is nothing that was corrected before', () => {
    expect(since(rows, 5, () => true)).toEqual([]);
    expect(since([], 0, () => true)).toEqual([]);
  });
});
