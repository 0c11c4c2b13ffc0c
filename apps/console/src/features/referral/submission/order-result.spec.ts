import { describe, expect, it } from '@jest/globals';
import { orderFormOf } from '@throughline/domain';
import { type Attachment, AttachmentQueue } from '../attachments/attachment-queue.js';
import { interruptedBy, keepInterrupted, loadInterrupted } from './order-result.js';
import { memoryStorage } from '../../../session/storage/browser-storage.js';

const HOUR = 3_600_000;
const GENERAL = orderFormOf('general');
const file = (name: string, status: Attachment['status'], fileId: number | null = null): Attachment => ({
  key: name,
  file: new File([], name),
  fileType: 'Order' as const,
  status,
  fileId,
  progress: 0,
  message: null,
  canBeSentAgain: false,
  mayHaveArrived: false,
});
const HALF_SENT = [
  file('a.pdf', 'sent', 7),
  file('b.pdf', 'sending'),
  file('c.pdf', 'waiting'),
  file('d.pdf', 'canceled'),
];
const INTERRUPTED = {
  referralId: '263254123071844',
  files: [
    { name: 'a.pdf', fileId: 7 },
    { name: 'b.pdf', fileId: null },
    { name: 'c.pdf', fileId: null },
  ],
};

describe('An order whose files are being uploaded', () => {
  it('is interrupted by a reload until every file is uploaded', () => {
    expect(interruptedBy('263254123071844', HALF_SENT)).toEqual(INTERRUPTED);
    expect(interruptedBy('263254123071844', [file('a.pdf', 'sent', 7), file('b.pdf', 'canceled')])).toBeNull();
    expect(interruptedBy('263254123071844', [])).toBeNull();
    expect(interruptedBy(null, [file('a.pdf', 'chosen')])).toBeNull();
  });

  it('is reported afterwards, with the uploaded files and those to choose again', () => {
    const queue = new AttachmentQueue(() => Promise.reject(new Error('nothing is sent')));
    queue.resume(INTERRUPTED.referralId, INTERRUPTED.files);
    expect(queue.files().map(({ status, fileId }) => [status, fileId])).toEqual([
      ['sent', 7],
      ['missing', null],
      ['missing', null],
    ]);
    expect(interruptedBy(queue.getReferralId(), queue.files())).toEqual(INTERRUPTED);
  });

  it('is shown to its person only, for a day, and not after a Log Out', () => {
    const storage = memoryStorage();
    keepInterrupted(storage, GENERAL, 'ana', INTERRUPTED, HOUR);
    const load = (owner: string, now: number, loggedOutAt = 0) =>
      loadInterrupted(storage, GENERAL, owner, now, (savedAt) => loggedOutAt >= savedAt);
    expect(load('ana', 25 * HOUR)).toEqual(INTERRUPTED);
    expect(load('ana', 25 * HOUR + 1)).toBeNull();
    expect(load('ana', 2 * HOUR, HOUR)).toBeNull();
    expect(load('ben', HOUR)).toBeNull();
    keepInterrupted(storage, GENERAL, 'ana', null, HOUR);
    expect(load('ana', HOUR)).toBeNull();
  });
});
