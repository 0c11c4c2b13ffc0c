import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { anOrder } from '@throughline/read-models/testing';
import { PRINT_THREAD, workerBench } from '../../testing/worker-bench.js';
import { SubmissionRenderer } from './render-submission-pdf.js';
import { submissionDocument } from './submission-document.js';
import { SubmissionPrinter } from './submission-printer.js';

const document = submissionDocument('263254123071844', '2026-11-21T16:42:00.000Z', anOrder());
const other = submissionDocument('263254123071845', '2026-11-21T16:42:00.000Z', anOrder());

/** The niceness of each thread of this process. */
function niceness(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]);
  });
}

/** The output of a program, run in a separate process, that has a `SubmissionRenderer` as `renderer`. */
async function runAlone(program: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const module = new URL('render-submission-pdf.js', PRINT_THREAD).href;
  const whole = `import { SubmissionRenderer } from '${module}';\nconst renderer = new SubmissionRenderer();\n${program}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', whole], {
    env,
    maxBuffer: 10_000_000,
  });
  return stdout;
}

describe('Submission printer', () => {
  const printer = new SubmissionPrinter(PRINT_THREAD);

  it('makes the same document as this thread would, and returns to each caller its own', async () => {
    const [one, two] = await Promise.all([printer.print(document), printer.print(other)]);
    const renderer = new SubmissionRenderer();
    expect(one.equals(renderer.render(document))).toBe(true);
    expect(two.equals(renderer.render(other))).toBe(true);
  });

  it('makes the same bytes on a machine without fonts', async () => {
    const name = 'ლევან ສົມສັກ නිමල් മീര 王小明';
    const sections = [{ title: 'Member', rows: [['Name', name]] as const }];
    const everyScript = { ...document, sections };
    const folder = await mkdtemp(join(tmpdir(), 'no-fonts-'));
    await writeFile(join(folder, 'fonts.conf'), '<fontconfig></fontconfig>');
    const program = `process.stdout.write(renderer.render(${JSON.stringify(everyScript)}).toString('base64'));`;
    const printed = await runAlone(program, { FONTCONFIG_FILE: join(folder, 'fonts.conf'), HOME: folder });
    await rm(folder, { recursive: true });
    expect(Buffer.from(printed, 'base64').equals(await printer.print(everyScript))).toBe(true);
  });

  describe('keeps nothing of a document in memory once it is made', () => {
    const coverage = JSON.parse(readFileSync('dist/fonts/coverage.json', 'utf8')) as readonly { ranges: number[] }[];
    const scripts = coverage.slice(0, 120).map(({ ranges }) => String.fromCodePoint(ranges.at(-1) ?? 0));
    it.each([
      ['of long words', [...'abcdefghijklmnopqrstuvwxyz'], 7_000],
      ['of many scripts', scripts, 1],
    ])(
      '%s',
      async (_, letters, length) => {
        const growth = await runAlone(`
        const print = (text) => renderer.render({
          ...${JSON.stringify(document)},
          sections: [{ title: 'Other', rows: [['Additional information', text]] }],
        });
        const [first, second, third, ...others] = ${JSON.stringify(letters)}.map((letter) => letter.repeat(${length}));
        for (const text of [first, second, third]) print(text);
        const before = process.memoryUsage.rss();
        for (const text of others) print(text);
        process.stdout.write(String(process.memoryUsage.rss() - before));`);
        expect(Number(growth) / 2 ** 20).toBeLessThan(120);
      },
      90_000,
    );
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('stands back behind what people wait for, and nothing else does', async () => {
    const before = getPriority();
    await printer.print(document);
    expect(niceness()).toContain(Math.max(before, 10));
    expect(getPriority()).toBe(before);
  });

  onLinux('is there when its worker is, before anything was ordered', async () => {
    const standingBack = () => niceness().filter((nice) => nice >= 10).length;
    const before = standingBack();
    const bench = await workerBench({ dayMs: 60_000 });
    try {
      await bench.start();
      while (standingBack() === before) await nextTurn();
    } finally {
      await bench.close();
    }
  });

  it('reports a failed warm-up when a document is requested, and not before', async () => {
    const dying = new SubmissionPrinter(new URL('data:text/javascript,process.exit()'));
    dying.warmUp();
    await expect(dying.print(document)).rejects.toThrow('ended');
  });

  it('continues after a document that cannot be made', async () => {
    const [bad, good] = await Promise.allSettled([
      printer.print({ ...document, items: [null] as never }),
      printer.print(other),
    ]);
    expect(bad).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('could not be made') },
    });
    expect(good.status).toBe('fulfilled');
  });

  it('ends a thread that takes too long, and prints the next document in another', async () => {
    const endless = `
      const { parentPort } = await import('node:worker_threads');
      parentPort.on('message', ({ n, document }) => {
        while (document.referralId === '${document.referralId}');
        parentPort.postMessage({ n, pdf: new Uint8Array([1]) });
      });`;
    const stuck = new SubmissionPrinter(new URL(`data:text/javascript,${encodeURIComponent(endless)}`), 1_000);
    await expect(stuck.print(document)).rejects.toThrow('ended');
    expect([...(await stuck.print(other))]).toEqual([1]);
  });

  it('fails the documents of a thread that dies', async () => {
    const dying = new SubmissionPrinter(new URL('data:text/javascript,process.exit()'));
    await expect(dying.print(document)).rejects.toThrow('ended');
  });
});
