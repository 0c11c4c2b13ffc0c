import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import {
  type ChangeFileType,
  type FileCommand,
  fileDecider,
  MOST_UPLOADS,
  type RecordSubmissionPdf,
  type UploadFile,
} from './file.decider.js';
import type { FileEvent, FileTypeChanged } from './file.events.js';

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

const sent = {
  referralId: '1',
  storageName: 'c4d5',
  fileName: 'Prescription.pdf',
  size: 9_000,
  sha256: 'ab12',
  uploadedBy: 'u-ana',
  uploadedAt: '2026-11-21T11:27:13.000Z',
};
const upload = (changed: Partial<UploadFile['data']> = {}): UploadFile => ({
  type: 'UploadFile',
  data: { ...sent, ...changed },
});
const uploaded = (fileId: number, changed: Partial<UploadFile['data']> = {}): FileEvent => ({
  type: 'FileUploaded',
  data: { ...sent, ...changed, fileId },
});
const outcome = { referralId: '1', fileId: 2, checkedAt: '2026-11-21T11:27:14.000Z' };
const accept: FileCommand = { type: 'AcceptFile', data: outcome };
const refuse: FileCommand = { type: 'RejectFile', data: { ...outcome, reason: 'encrypted' } };
const accepted: FileEvent = { type: 'FileAccepted', data: outcome };
const refused: FileEvent = { type: 'FileRejectedByScan', data: { ...outcome, reason: 'encrypted' } };

describe('Files of a referral', () => {
  it('include a further submission PDF for further corrections only', () => {
    const printed = (corrections: number): FileCommand => ({ ...record, data: { ...pdf, corrections } });
    const generatedAgain = (fileId: number, corrections: number): FileEvent => ({
      type: 'SubmissionPdfGenerated',
      data: { ...pdf, corrections, fileId },
    });
    given(fileDecider, [generated])
      .when(printed(2))
      .then([generatedAgain(2, 2)]);
    given(fileDecider, [generated, generatedAgain(2, 2)])
      .when(printed(2))
      .thenNothing();
    given(fileDecider, [generated, generatedAgain(2, 2)])
      .when(printed(3))
      .then([generatedAgain(3, 3)]);
  });

  it('include one submission PDF of the order as submitted, the first that was generated', () => {
    const another = { ...record, data: { ...pdf, storageName: 'b7c2', sha256: '60303ae2' } };
    given(fileDecider, []).when(record).then([generated]);
    given(fileDecider, [generated]).when(another).thenNothing();
  });

  it('are numbered in the order of their arrival, whether the PDF or an upload is first', () => {
    given(fileDecider, [generated])
      .when(upload())
      .then([uploaded(2)]);
    given(fileDecider, [])
      .when(upload())
      .then([uploaded(1)]);
    given(fileDecider, [uploaded(1)])
      .when(record)
      .then([{ type: 'SubmissionPdfGenerated', data: { ...pdf, fileId: 2 } }]);
  });

  it('include a file once if it is sent again under its name', () => {
    given(fileDecider, [generated, uploaded(2)])
      .when(upload({ storageName: 'ffff' }))
      .thenNothing();
  });

  it('have different names, regardless of case', () => {
    given(fileDecider, [generated, uploaded(2), accepted])
      .when(upload({ fileName: 'PRESCRIPTION.pdf', sha256: 'cd34' }))
      .thenRejected('file/name-taken');
  });

  it('reuse the name of a refused file, also for the same file, which a later check may accept', () => {
    given(fileDecider, [generated, uploaded(2), refused])
      .when(upload())
      .then([uploaded(3)]);
  });

  it('are limited in number', () => {
    const many = Array.from({ length: MOST_UPLOADS }, (_, n) => uploaded(n + 1, { fileName: `${n}.pdf` }));
    given(fileDecider, many.slice(1))
      .when(upload())
      .then([uploaded(MOST_UPLOADS + 1)]);
    given(fileDecider, many).when(upload()).thenRejected('file/too-many');
  });
});

describe('The type of a file', () => {
  const change = (data: Partial<ChangeFileType['data']> = {}): ChangeFileType => ({
    type: 'ChangeFileType',
    data: {
      referralId: '1',
      fileId: 2,
      previousType: 'Other',
      fileType: 'CMN',
      changedBy: 'u-dana',
      mayChangeAny: true,
      changedAt: '2026-11-21T12:00:00.000Z',
      ...data,
    },
  });
  const changed = (data: Partial<FileTypeChanged['data']> = {}): FileTypeChanged => ({
    type: 'FileTypeChanged',
    data: {
      referralId: '1',
      fileId: 2,
      previousType: 'Other',
      fileType: 'CMN',
      changedBy: 'u-dana',
      changedAt: '2026-11-21T12:00:00.000Z',
      ...data,
    },
  });

  it('is what the uploader said, or Other, until it is changed', () => {
    given(fileDecider, [generated, uploaded(2), accepted])
      .when(change())
      .then([changed()]);
    given(fileDecider, [generated, uploaded(2, { fileType: 'Order' }), accepted])
      .when(change({ previousType: 'Order' }))
      .then([changed({ previousType: 'Order' })]);
    given(fileDecider, [generated, uploaded(2), changed()])
      .when(change({ previousType: 'CMN', fileType: 'Other' }))
      .then([changed({ previousType: 'CMN', fileType: 'Other' })]);
  });

  it('stays when it is changed to itself, whatever the person saw', () => {
    for (const previousType of ['CMN', 'Order'] as const) {
      given(fileDecider, [generated, uploaded(2), changed()])
        .when(change({ previousType }))
        .thenNothing();
    }
  });

  it('is not overwritten by a person who did not see the last change', () => {
    given(fileDecider, [generated, uploaded(2), changed()])
      .when(change({ fileType: 'Order' }))
      .thenRejected('file/changed-meanwhile');
  });

  it('is changed by staff and by the uploader', () => {
    const byReferrer = { mayChangeAny: false, changedBy: 'u-ana' };
    given(fileDecider, [generated, uploaded(2)])
      .when(change(byReferrer))
      .then([changed({ changedBy: 'u-ana' })]);
    given(fileDecider, [generated, uploaded(2)])
      .when(change({ ...byReferrer, changedBy: 'u-colleague' }))
      .thenRejected('file/not-the-uploader');
    // A file of a visitor without an account has no uploader, also not one with an empty user id.
    given(fileDecider, [generated, uploaded(2, { uploadedBy: null })])
      .when(change({ ...byReferrer, changedBy: '' }))
      .thenRejected('file/not-the-uploader');
  });

  it('is that of an uploaded file which was not refused', () => {
    given(fileDecider, [generated])
      .when(change({ fileId: 1 }))
      .thenRejected('file/not-uploaded');
    given(fileDecider, [generated]).when(change()).thenRejected('file/not-found');
    given(fileDecider, [generated, uploaded(2), refused])
      .when(change())
      .thenRejected('file/refused');
  });
});

describe('The check of a file', () => {
  it('has one outcome, once', () => {
    given(fileDecider, [generated, uploaded(2)])
      .when(accept)
      .then([accepted]);
    given(fileDecider, [generated, uploaded(2)])
      .when(refuse)
      .then([refused]);
    given(fileDecider, [generated, uploaded(2), accepted])
      .when(accept)
      .thenNothing();
    given(fileDecider, [generated, uploaded(2), accepted])
      .when(refuse)
      .thenNothing();
    given(fileDecider, [generated, uploaded(2), refused])
      .when(accept)
      .thenNothing();
  });

  it('needs a file that was uploaded', () => {
    given(fileDecider, [generated]).when(accept).thenRejected('file/not-found');
    given(fileDecider, [generated, uploaded(2)])
      .when({ type: 'AcceptFile', data: { ...outcome, fileId: 1 } })
      .thenRejected('file/not-uploaded');
  });
});
