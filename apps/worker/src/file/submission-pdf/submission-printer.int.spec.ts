import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { anOrder } from '@throughline/read-models/testing';
import { PRINT_THREAD } from '../../testing/worker-bench.js';
import { renderSubmissionPdf } from './render-submission-pdf.js';
import { submissionDocument } from './submission-document.js';
import { SubmissionPrinter } from './submission-printer.js';

const document = submissionDocument('263254123071844', '2026-11-21T16:42:00.000Z', anOrder());
const other = submissionDocument('263254123071845', '2026-11-21T16:42:00.000Z', anOrder());

describe('Submission printer', () => {
  const printer = new SubmissionPrinter(PRINT_THREAD);

  it('makes the same document as this thread would, and gives each its own', async () => {
    const [one, two] = await Promise.all([printer.print(document), printer.print(other)]);
    expect(one.equals(renderSubmissionPdf(document))).toBe(true);
    expect(two.equals(renderSubmissionPdf(other))).toBe(true);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('stands back behind what people wait for, and nothing else does', async () => {
    const before = getPriority();
    await printer.print(document);
    const niceness = readdirSync('/proc/self/task').map((thread) => {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]);
    });
    expect(niceness).toContain(Math.max(before, 10));
    expect(getPriority()).toBe(before);
  });

  it('goes on after a document that cannot be made', async () => {
    const [bad, good] = await Promise.allSettled([
      printer.print({ ...document, items: [1] as never }),
      printer.print(other),
    ]);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('could not be made') },
    });
    expect(good.status).toBe('fulfilled');
  });

  it('fails what its thread had when that dies', async () => {
    const dying = new SubmissionPrinter(new URL('data:text/javascript,process.exit()'));
    await expect(dying.print(document)).rejects.toThrow('ended');
  });
});
