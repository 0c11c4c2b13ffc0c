import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import type { RecordSubmissionPdf } from './file.commands.js';
import { fileDecider } from './file.decider.js';
import type { FileEvent } from './file.events.js';

const pdf = {
  referralId: '1',
  storageName: 'a3f1',
  fileName: 'Referral-1.pdf',
  size: 20_480,
  sha256: '9f86d081',
  generatedAt: '2026-11-21T11:27:12.000Z',
};
const record: RecordSubmissionPdf = { type: 'RecordSubmissionPdf', data: pdf };
const generated: FileEvent = { type: 'SubmissionPdfGenerated', data: { ...pdf, fileId: 1 } };

describe('Files of a referral', () => {
  it('begin with the submission PDF', () => {
    given(fileDecider, []).when(record).then([generated]);
  });

  it('hold one submission PDF, the first that was made', () => {
    const another = { ...record, data: { ...pdf, storageName: 'b7c2', sha256: '60303ae2' } };
    given(fileDecider, [generated]).when(another).thenNothing();
  });
});
