import { FILE_TYPES, fileDecider } from '@throughline/domain';
import fc from 'fast-check';
import { caseId, commandsTo, fileId, type Step } from './random-steps.js';

const aFile = { storageName: 'random', size: 9_000, sha256: 'ab' };
const toFiles = commandsTo(fileDecider);

/** Files that the portal generates, and the checks of those that people attach. */
export const ofFiles: fc.Arbitrary<Step> = fc
  .record({
    id: caseId,
    n: fileId,
    name: fc.constantFrom('a.pdf', 'b.pdf'),
    type: fc.constantFrom(...FILE_TYPES),
    seen: fc.constantFrom(...FILE_TYPES),
  })
  .chain(({ id, n, name, type, seen }) =>
    fc.constantFrom(
      toFiles(id, (generatedAt) => ({
        type: 'RecordSubmissionPdf',
        data: { referralId: id, ...aFile, fileName: 'Referral.pdf', generatedAt },
      })),
      toFiles(id, (generatedAt) => ({
        type: 'RecordSubmissionPdf',
        data: { referralId: id, ...aFile, fileName: 'Referral.pdf', generatedAt, corrections: n },
      })),
      toFiles(id, (uploadedAt) => ({
        type: 'UploadFile',
        data: { referralId: id, ...aFile, fileName: name, uploadedBy: null, uploadedAt },
      })),
      toFiles(id, (uploadedAt) => ({
        type: 'UploadFile',
        data: { referralId: id, ...aFile, fileName: name, fileType: type, uploadedBy: 'u-1', uploadedAt },
      })),
      toFiles(id, (changedAt) => ({
        type: 'ChangeFileType',
        data: {
          referralId: id,
          fileId: n,
          previousType: seen,
          fileType: type,
          changedBy: 'u-1',
          mayChangeAny: true,
          changedAt,
        },
      })),
      toFiles(id, (checkedAt) => ({ type: 'AcceptFile', data: { referralId: id, fileId: n, checkedAt } })),
      toFiles(id, (checkedAt) => ({
        type: 'RejectFile',
        data: { referralId: id, fileId: n, reason: 'encrypted', checkedAt },
      })),
    ),
  );
