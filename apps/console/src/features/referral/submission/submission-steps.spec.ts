import { describe, expect, it } from '@jest/globals';
import type { AttachedFile, Submission } from '@throughline/contracts';
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import english from '../../../../texts/en/order-result.json' with { type: 'json' };
import type { Attachment } from '../attachments/attachment-queue.js';
import { failedFiles, fileOutcomes, namesTaken, type SubmissionStep, submissionSteps } from './submission-steps.js';

const submission: Submission = { referralId: '1', pdf: false, files: [], benefit: 'none' };
const attachment = (status: Attachment['status'], fileId: number | null = null) =>
  ({ key: `${status} ${fileId}`, status, fileId, file: new File([], `${status} ${fileId}.pdf`) }) as Attachment;
const kept = (fileId: number, check: AttachedFile['check']) => ({ fileId, check }) as AttachedFile;

const FORMATTERS = {
  getDateTimeFormat: () => new Intl.DateTimeFormat('en-US'),
  getNumberFormat: () => new Intl.NumberFormat('en-US'),
  getPluralRules: () => new Intl.PluralRules('en-US'),
};
const inEnglish = ({ text, values = {} }: SubmissionStep) =>
  String(format(compile(english[text]), 'en-US', values, { formatters: FORMATTERS }));

const stepsOf = (recorded: boolean, attachments: readonly Attachment[], known?: Submission) =>
  submissionSteps(recorded, fileOutcomes(attachments, known), known).map(
    (step) => `${inEnglish(step)}: ${step.status}`,
  );

describe('The steps after Submit', () => {
  it('are the order and its PDF', () => {
    expect(stepsOf(false, [])).toEqual(['Recording the order: current', 'Making the submission PDF: waiting']);
    expect(stepsOf(true, [])).toEqual(['Order recorded: done', 'Making the submission PDF: current']);
    expect(stepsOf(true, [], { ...submission, pdf: true })).toEqual([
      'Order recorded: done',
      'Submission PDF made: done',
    ]);
  });

  it('count the files that are attached', () => {
    const files = (...statuses: Attachment['status'][]) =>
      stepsOf(
        true,
        statuses.map((status) => attachment(status)),
      )[1];
    expect(stepsOf(false, [attachment('chosen')])[1]).toBe('Attaching 1 file: waiting');
    expect(files('sent', 'sending', 'waiting')).toBe('Attaching 2 of 3 files: current');
    expect(files('sent', 'sent')).toBe('2 files attached: done');
    expect(files('sent', 'failed')).toBe('1 of 2 files attached: failed');
    expect(files('sent', 'missing')).toBe('1 of 2 files attached: failed');
    expect(files('sent', 'canceled')).toBe('1 file attached: done');
    expect(files('canceled')).toBe('No file attached: done');
  });

  it('treat a file that its check refused as missing', () => {
    const attachments = [attachment('sent', 1), attachment('sent', 2)];
    const known = { ...submission, files: [kept(1, 'accepted'), kept(2, 'refused')] };
    expect(stepsOf(true, attachments, known)[1]).toBe('1 of 2 files attached: failed');
    expect(failedFiles(fileOutcomes(attachments, known)).map((file) => file.attachment.fileId)).toEqual([2]);
  });

  it('free the names of files that failed', () => {
    const attachments = [attachment('sent', 1), attachment('sent', 2), attachment('failed'), attachment('waiting')];
    const known = { ...submission, files: [kept(2, 'refused')] };
    expect(namesTaken(fileOutcomes(attachments, known))).toEqual(['sent 1.pdf', 'waiting null.pdf']);
  });

  it('say that no email comes, and what to do', () => {
    expect(stepsOf(true, [], { ...submission, mailWithheld: true }).at(-1)).toBe(
      'No email sent: this address already got several within the hour. Please note the referral ID.: failed',
    );
  });

  it.each([
    ['waiting', 'Redeeming the benefit: current'],
    ['redeemed', 'Benefit redeemed: done'],
    ['refused', 'Benefit not redeemed: nothing of this referral will be delivered: failed'],
  ] as const)('name a benefit that is %s', (benefit, words) => {
    expect(stepsOf(true, [], { ...submission, benefit })[1]).toBe(words);
  });
});
