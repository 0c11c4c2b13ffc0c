import type { FileEvent } from '../file/file.events.js';

/** The events of two files that were attached to a referral: one is accepted, one refused. */
export const fileHistory = (referralId: string): readonly FileEvent[] => [
  ...['Prescription.pdf', 'Locked.pdf'].map((fileName, n) => ({
    type: 'FileUploaded' as const,
    data: {
      referralId,
      fileId: 2 + n,
      storageName: 'secret',
      fileName,
      size: 9_000,
      sha256: `ab${n}`,
      uploadedBy: null,
      uploadedAt: '2026-11-20T15:00:03.000Z',
    },
  })),
  { type: 'FileAccepted', data: { referralId, fileId: 2, checkedAt: '2026-11-20T15:00:04.000Z' } },
  {
    type: 'FileTypeChanged',
    data: {
      referralId,
      fileId: 2,
      previousType: 'Other',
      fileType: 'CMN',
      changedBy: 'u-dana',
      changedAt: '2026-11-20T15:00:04.500Z',
    },
  },
  {
    type: 'FileRejectedByScan',
    data: { referralId, fileId: 3, reason: 'encrypted', checkedAt: '2026-11-20T15:00:05.000Z' },
  },
];
