import { describe, expect, it } from '@jest/globals';
import { FILE_CATEGORIES, isKnownEvent, storageNameIn } from './events.js';
import type { Recorded } from './kernel/event.js';

const recorded = (type: string, data: object) => ({ type, data }) as unknown as Recorded;

describe('The events of this release', () => {
  it('are known, and no other is', () => {
    expect(isKnownEvent({ type: 'ReferralSubmitted' })).toBe(true);
    expect(['TaskPutToMusic', 'toString', ''].filter((type) => isKnownEvent({ type }))).toEqual([]);
  });

  it.each(['SubmissionPdfGenerated', 'FileUploaded', 'MembersFileUploaded'])('name a stored file: %s', (type) => {
    expect(storageNameIn(recorded(type, { storageName: 'random' }))).toBe('random');
  });

  it('name none otherwise', () => {
    expect(storageNameIn(recorded('FileAccepted', { fileId: 1 }))).toBeNull();
    expect(storageNameIn(recorded('TaskPutToMusic', { storageName: 'random' }))).toBeNull();
  });

  it('name files in the streams that are read for them', () => {
    expect(FILE_CATEGORIES).toEqual(['file', 'eligibilityImport']);
  });
});
