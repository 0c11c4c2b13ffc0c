import { describe, expect, it } from '@jest/globals';
import { ApiError, noAnswer } from '../../../api/api-error.js';
import type { uploadFile } from './use-attachments.js';
import { AttachmentQueue, isUnderWay } from './attachment-queue.js';

interface Upload {
  readonly name: string;
  readonly fileType: string;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly progress: (sent: number) => void;
  readonly answer: (fileId: number) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

/** A queue with a fake upload, which waits until the spec answers it. */
function setUp(...names: readonly string[]) {
  const uploads: Upload[] = [];
  const upload: typeof uploadFile = (_referralId, { file, fileType }, { idempotencyKey, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      const settled = () => new Promise<void>((done) => setImmediate(done));
      uploads.push({
        name: file.name,
        fileType,
        key: idempotencyKey,
        signal,
        progress: onProgress,
        answer: (fileId) => (resolve({ fileId }), settled()),
        fail: (error) => (reject(error), settled()),
      });
    });
  const queue = new AttachmentQueue(upload);
  for (const name of names) queue.choose(new File(['%PDF-1.7'], name));
  const statuses = () => queue.files().map(({ file, status }) => `${file.name} ${status}`);
  const keyOf = (name: string) => queue.files().find(({ file }) => file.name === name)?.key ?? '';
  return { queue, uploads, statuses, keyOf, settled: () => new Promise<void>((done) => setImmediate(done)) };
}

describe('Attachments', () => {
  it('wait for their referral, then go one at a time', async () => {
    const { queue, uploads, statuses } = setUp('a', 'b');
    expect(uploads).toEqual([]);
    queue.sendTo('1');
    expect(statuses()).toEqual(['a sending', 'b waiting']);
    uploads[0]?.progress(0.5);
    expect(queue.files()[0]?.progress).toBe(0.5);
    await uploads[0]?.answer(7);
    expect(statuses()).toEqual(['a sent', 'b sending']);
    expect(queue.files()[0]?.fileId).toBe(7);
    await uploads[1]?.answer(8);
    expect(isUnderWay(queue.files())).toBe(false);
  });

  it('are awaited while they are checked, because an order that is sent earlier would omit them', async () => {
    const { queue, statuses } = setUp('a');
    expect(await queue.allAccepted()).toBe(true);
    const checks = [true, false].map((all) => {
      const check = { end: () => {} };
      queue.addCheck(
        new Promise((resolve) => {
          check.end = () => (queue.choose(new File([], all ? 'b' : 'c')), resolve(all));
        }),
      );
      return check;
    });
    const taken = queue.allAccepted();
    for (const check of checks) check.end();
    expect(await taken).toBe(false);
    expect(await queue.allAccepted()).toBe(true);
    queue.sendTo('1');
    expect(statuses()).toEqual(['a sending', 'b waiting', 'c waiting']);
  });

  it('can be retried if a retry may help, and may have arrived if they were not refused', async () => {
    const { queue, uploads } = setUp('a', 'b', 'c');
    queue.sendTo('1');
    await uploads[0]?.fail(noAnswer(new TypeError('fetch failed')));
    await uploads[1]?.fail(new ApiError('File size is too big', 'file/too-big', 413));
    await uploads[2]?.fail(new ApiError('Please try again.', 'service/unavailable', 503));
    const shown = queue.files().map(({ status, ...file }) => [status, file.canBeSentAgain, file.mayHaveArrived]);
    expect(shown).toEqual([
      ['failed', true, true],
      ['failed', false, false],
      ['failed', true, true],
    ]);
  });

  it('that their order names and that were not uploaded are missing until they are chosen again', async () => {
    const { queue, uploads, statuses, keyOf } = setUp('b');
    queue.sendTo('1', ['a', 'b']);
    expect(statuses()).toEqual(['b sending', 'a missing']);
    await uploads[0]?.answer(7);
    expect(isUnderWay(queue.files())).toBe(false);
    expect(uploads).toHaveLength(1);
    queue.replace(keyOf('a'), new File(['%PDF-1.7'], 'a'));
    expect(statuses()).toEqual(['b sent', 'a sending']);
  });

  it('keep their type, also when another file takes the place of one', async () => {
    const { queue, uploads, keyOf } = setUp('a', 'b');
    queue.setType(keyOf('b'), 'Insurance card');
    queue.choose(new File([], 'c'), 'CMN');
    queue.sendTo('1');
    await uploads[0]?.answer(7);
    await uploads[1]?.fail(new ApiError('No', 'file/too-big', 413));
    await uploads[2]?.answer(8);
    queue.replace(keyOf('b'), new File([], 'd'));
    expect(uploads.map(({ name, fileType }) => [name, fileType])).toEqual([
      ['a', 'Order'],
      ['b', 'Insurance card'],
      ['c', 'CMN'],
      ['d', 'Insurance card'],
    ]);
  });

  it('that fail do not block others, and are retried alone', async () => {
    const { queue, uploads, statuses, keyOf } = setUp('a', 'b');
    queue.sendTo('1');
    await uploads[0]?.fail(new ApiError('File size is too big', 'file/too-big', 413));
    await uploads[1]?.answer(1);
    expect(statuses()).toEqual(['a failed', 'b sent']);
    expect(queue.files()[0]?.message).toBe('File size is too big');
    queue.retry(keyOf('a'));
    expect(statuses()).toEqual(['a sending', 'b sent']);
    expect(uploads.map(({ name }) => name)).toEqual(['a', 'b', 'a']);
  });

  it('are retried as the same command if no answer came, and as a new one after a refusal', async () => {
    const { queue, uploads, keyOf } = setUp('a');
    queue.sendTo('1');
    await uploads[0]?.fail(noAnswer(null));
    queue.retry(keyOf('a'));
    expect(uploads[1]?.key).toBe(uploads[0]?.key);
    await uploads[1]?.fail(new ApiError('No', 'file/too-many', 409));
    queue.retry(keyOf('a'));
    expect(uploads[2]?.key).not.toBe(uploads[0]?.key);
  });

  it('are replaced in place by a new command, whatever their state', async () => {
    const { queue, uploads, statuses, keyOf } = setUp('a', 'b', 'c');
    queue.sendTo('1');
    await uploads[0]?.answer(7);
    await uploads[1]?.fail(noAnswer(null));
    await uploads[2]?.answer(8);
    queue.replace(keyOf('a'), new File(['%PDF-1.7'], 'a'));
    queue.replace(keyOf('b'), new File(['%PDF-1.7'], 'd'));
    expect(statuses()).toEqual(['a sending', 'd waiting', 'c sent']);
    // The number belongs to the replaced file's upload, and not to the new file.
    expect(queue.files()[0]?.fileId).toBeNull();
    await uploads[3]?.answer(9);
    await uploads[4]?.answer(10);
    expect(queue.files().map(({ fileId }) => fileId)).toEqual([9, 10, 8]);
    expect(new Set(uploads.map(({ key }) => key)).size).toBe(5);
  });

  it('are canceled while they wait and while they are sent', async () => {
    const { queue, uploads, statuses, keyOf, settled } = setUp('a', 'b', 'c');
    queue.sendTo('1');
    queue.cancel(keyOf('b'));
    queue.cancel(keyOf('a'));
    await settled();
    expect(uploads[0]?.signal.aborted).toBe(true);
    expect(statuses()).toEqual(['a canceled', 'b canceled', 'c sending']);
  });

  it('of another order are removed', async () => {
    const { queue, uploads, statuses } = setUp('a');
    queue.sendTo('1');
    await uploads[0]?.answer(1);
    queue.choose(new File(['%PDF-1.7'], 'b'));
    queue.sendTo('2');
    expect(statuses()).toEqual(['b sending']);
  });
});
