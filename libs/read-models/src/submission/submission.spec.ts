import { describe, expect, it } from '@jest/globals';
import { submission } from '@throughline/contracts';
import { fileDecider, referralMailDecider, referralDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { submissionProjection } from './submission.js';

const ID = '263251234512345';
const stored = { referralId: ID, storageName: 'place', size: 9, sha256: 'ab' };
const at = '2026-11-21T12:05:00.000Z';

const attach = (story: Story, fileName: string) =>
  story.execute(fileDecider, ID, {
    type: 'UploadFile',
    data: { ...stored, fileName, uploadedBy: null, uploadedAt: at },
  });
const rowOf = (story: Story) => project(submissionProjection, story.events).rows.get(ID);

describe('What follows an order', () => {
  it('is empty at first', () => {
    expect(rowOf(new Story().submit(ID))).toEqual({
      referral_id: ID,
      unchecked: false,
      row: { referralId: ID, pdf: false, files: [], benefit: 'none' },
      unprinted_correction: null,
    });
  });

  it('is its PDF, and what became of each file', () => {
    const story = new Story().submit(ID);
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) attach(story, name);
    const data = { ...stored, fileName: 'referral.pdf', generatedAt: at };
    story.execute(fileDecider, ID, { type: 'RecordSubmissionPdf', data });
    story.execute(fileDecider, ID, { type: 'AcceptFile', data: { referralId: ID, fileId: 1, checkedAt: at } });
    story.execute(fileDecider, ID, {
      type: 'RejectFile',
      data: { referralId: ID, fileId: 2, reason: 'encrypted', checkedAt: at },
    });
    const { row, unchecked } = rowOf(story)!;
    expect(row).toEqual({
      referralId: ID,
      pdf: true,
      files: [
        { fileId: 1, fileName: 'a.pdf', size: 9, check: 'accepted', message: null },
        { fileId: 2, fileName: 'b.pdf', size: 9, check: 'refused', message: expect.stringContaining('password') },
        { fileId: 3, fileName: 'c.pdf', size: 9, check: 'waiting', message: null },
      ],
      benefit: 'none',
    });
    expect(unchecked).toBe(true);
    expect(submission.strict().parse(row)).toEqual(row);
  });

  it.each(['redeemed', 'refused'] as const)('is the benefit that it asked for: %s', (outcome) => {
    const story = new Story().submit(ID);
    const asking = story.events.map((event) =>
      event.type === 'ReferralSubmitted'
        ? { ...event, data: { ...(event.data as object), eligiblePatientId: 'e1' } }
        : event,
    );
    expect(project(submissionProjection, asking).rows.get(ID)?.row.benefit).toBe('waiting');
    story.execute(referralDecider, ID, {
      type: 'RecordBenefitOutcome',
      data: { referralId: ID, outcome, decidedAt: at },
    });
    expect(rowOf(story)?.row.benefit).toBe(outcome);
    const { feed } = project(submissionProjection, story.events);
    expect(feed.filter(({ topic }) => topic === `referral-history:${ID}`).at(-1)?.row).toEqual({ benefit: outcome });
  });

  it('says that the mail was withheld, and nothing of one that was sent', () => {
    const story = new Story().submit(ID);
    const before = rowOf(story);
    const sent = { referralId: ID, messageId: 'm', sentAt: at };
    expect(
      rowOf(new Story().submit(ID).execute(referralMailDecider, ID, { type: 'RecordReferralMail', data: sent })),
    ).toEqual(before);
    story.execute(referralMailDecider, ID, { type: 'WithholdReferralMail', data: { referralId: ID, withheldAt: at } });
    expect(rowOf(story)?.row).toEqual({ ...before?.row, mailWithheld: true });
  });

  it('is a PDF of the corrected order, until that contains every correction', () => {
    const story = new Story().submit(ID).correct(ID, { items: [{ id: 1, qty: 5 }] });
    const print = (corrections?: number) => {
      const data = { ...stored, fileName: 'referral.pdf', generatedAt: at, ...(corrections && { corrections }) };
      return story.execute(fileDecider, ID, { type: 'RecordSubmissionPdf', data });
    };
    expect(rowOf(print())?.unprinted_correction).toBe(1);
    expect(rowOf(story.correct(ID, { items: [{ id: 2, qty: 5 }] }))?.unprinted_correction).toBe(2);
    expect(rowOf(print(1))?.unprinted_correction).toBe(2);
    expect(rowOf(print(2))).toMatchObject({ unprinted_correction: null, row: { pdf: true } });
    expect(submission.strict().parse(rowOf(story)?.row)).toEqual(rowOf(story)?.row);
  });

  it('is sent live under its own topic', () => {
    const { feed } = project(submissionProjection, attach(new Story().submit(ID), 'a.pdf').events);
    expect(feed.at(-1)).toMatchObject({ topic: `submission:${ID}`, key: ID, row: { files: [{ check: 'waiting' }] } });
    expect(new Set(feed.map(({ topic }) => topic))).toEqual(new Set([`submission:${ID}`]));
  });
});
