import { describe, expect, it } from '@jest/globals';
import { orderSections } from '@throughline/domain';
import { anOrder } from '@throughline/read-models/testing';
import { submissionDocument } from './submission-document.js';

describe('Submission document', () => {
  const order = { ...anOrder(), otherInfo: 'Ring twice' };
  const document = submissionDocument('263254123071844', '2026-11-21T16:42:00.000Z', order);

  it('contains everything that was filled in, and nothing that was not', () => {
    const filledIn = orderSections(order).flatMap(({ facts }) => facts.filter(({ value }) => value !== null));
    const printed = document.sections.flatMap(({ rows }) => rows.map(([label, value]) => ({ label, value })));
    expect(printed).toEqual(filledIn);
    expect(document.sections.every(({ rows }) => rows.length > 0)).toBe(true);
  });

  it('says when it was submitted in Central Time, with plain spaces', () => {
    expect(document.submitted).toBe('Nov 21, 2026, 10:42 AM Central Time');
  });

  it('says when the order was last corrected', () => {
    const corrected = submissionDocument(
      '263254123071844',
      '2026-11-21T16:42:00.000Z',
      order,
      '2026-11-22T16:42:00.000Z',
    );
    expect(corrected).toEqual({ ...document, corrected: 'Nov 22, 2026, 10:42 AM Central Time' });
  });

  it('is the same for the same order', () => {
    expect(submissionDocument('263254123071844', '2026-11-21T16:42:00.000Z', order)).toEqual(document);
  });
});
