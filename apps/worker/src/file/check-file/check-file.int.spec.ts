import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANONYMOUS_ACTOR, fileDecider, type FileEvent, type Recorded } from '@throughline/domain';
import { handleCommand, readState } from '@throughline/event-store';
import { createLogger, type FileStore, openFileStore } from '@throughline/platform';
import { freePort } from '@throughline/platform/testing';
import { readModelsReach } from '@throughline/read-models';
import { DATABASE, type WorkerDatabase } from '../../engines/engines.js';
import { JobDelayed } from '../../queue/job.js';
import { aPackedPdf, aPdf } from '../../testing/a-pdf.js';
import { eventsUntilStuck, submitAnOrder, workerBench } from '../../testing/worker-bench.js';
import { endWorkerProcess, startWorkerProcess } from '../../testing/worker-process.js';
import { CheckFile, checkFile } from './check-file.job.js';
import { checkPdf } from './pdf-check/check-pdf.js';
import { builtInScanner, EICAR, type FileScanner, ScannerUnavailable } from './file-scanner.js';

const silent = createLogger('check', { logLevel: 'silent' });
/** The built file, because a thread cannot load TypeScript. */
const thread = pathToFileURL(resolve('dist/apps/worker/src/file/check-file/pdf-check/check-pdf.thread.js'));

describe('A check of a PDF', () => {
  it('is made in a thread of its own', async () => {
    expect(await checkPdf(aPdf(), { ms: 10_000, megabytes: 128, thread })).toBeNull();
    expect(await checkPdf(aPdf({ trailer: '/Encrypt 1 0 R' }), { ms: 10_000, megabytes: 128, thread })).toEqual({
      reason: 'encrypted',
    });
  });

  it('finds what does not begin as a PDF malformed', async () => {
    for (const lead of ['', ' ', '\ufeff', 'PK']) {
      const bytes = Buffer.concat([Buffer.from(lead), aPdf()]);
      expect(await checkPdf(bytes, { ms: 10_000, megabytes: 128, thread })).toEqual(
        lead === '' ? null : { reason: 'malformed' },
      );
    }
    expect(await checkPdf(Buffer.alloc(0), { ms: 10_000, megabytes: 128, thread })).toEqual({ reason: 'malformed' });
  });

  it('takes so long at most', async () => {
    const endless = new URL('data:text/javascript,for (;;);');
    expect(await checkPdf(aPdf(), { ms: 300, megabytes: 128, thread: endless })).toEqual({ reason: 'too-complex' });
  });

  it('takes so much at most, and takes nobody with it', async () => {
    const much = aPdf({ more: [`[${'<<>>'.repeat(450_000)}]`] });
    expect(await checkPdf(much, { ms: 30_000, megabytes: 24, thread })).toEqual({ reason: 'too-complex' });
  });
});

describe('An uploaded file', () => {
  let bench: Awaited<ReturnType<typeof workerBench>>;
  let files: FileStore;
  let id: string;
  beforeAll(async () => {
    bench = await workerBench({ dayMs: 60_000 });
    files = await openFileStore(pathToFileURL(`${bench.env.DATA_DIR}/files`).href);
    id = await submitAnOrder(bench.store, 1);
  });
  afterAll(() => bench.close());

  function aContext() {
    const commandId = randomUUID();
    const at = new Date().toISOString();
    return { commandId, actor: ANONYMOUS_ACTOR, at, correlationId: commandId, causationId: null };
  }

  function processor(scanner: FileScanner = builtInScanner): CheckFile {
    return new CheckFile(bench.store, files, scanner, silent);
  }

  const read = async (storageName: string) => buffer(await files.get(storageName));

  async function upload(fileName: string, bytes: Buffer, referralId = id): Promise<string> {
    const stored = await files.put(bytes);
    const context = aContext();
    await handleCommand(bench.store, {
      decider: fileDecider,
      id: referralId,
      command: {
        type: 'UploadFile',
        data: { referralId, fileName, ...stored, uploadedBy: null, uploadedAt: context.at },
      },
      context,
    });
    return stored.storageName;
  }

  /** What was said of each file, by name, as soon as it was said of so many. */
  async function verdicts(count: number): Promise<Map<string, string>> {
    const names = new Map<number, string>();
    const said = new Map<string, string>();
    for await (const events of eventsUntilStuck(bench.store)) {
      for (const event of events as Recorded<FileEvent>[]) {
        if (event.type === 'FileUploaded') names.set(event.data.fileId, event.data.fileName);
        if (event.type === 'FileAccepted') said.set(names.get(event.data.fileId) ?? '', 'accepted');
        if (event.type === 'FileRejectedByScan') said.set(names.get(event.data.fileId) ?? '', event.data.reason);
      }
      if (said.size >= count) return said;
    }
    throw new Error('Not every file was checked.');
  }

  it('is accepted, or refused for what is wrong with it; what is refused is not kept', async () => {
    const sent = {
      plain: aPdf(),
      packed: aPackedPdf(),
      encrypted: aPdf({ trailer: '/Encrypt << /Filter /Standard >>' }),
      script: aPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }),
      'packed script': aPackedPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }),
      half: aPdf().subarray(0, 200),
      infected: aPdf({ more: [`% ${EICAR}\nnull`] }),
    };
    const places = new Map<string, string>();
    for (const [name, bytes] of Object.entries(sent)) places.set(name, await upload(name, bytes));
    const worker = startWorkerProcess(bench.env, await freePort());
    try {
      expect(Object.fromEntries(await verdicts(Object.keys(sent).length))).toEqual({
        plain: 'accepted',
        packed: 'accepted',
        encrypted: 'encrypted',
        script: 'script',
        'packed script': 'script',
        half: 'malformed',
        infected: 'infected',
      });
    } finally {
      await endWorkerProcess(worker, 'SIGTERM');
    }
    expect(await read(places.get('plain') ?? '')).toEqual(sent.plain);
    await expect(files.get(places.get('infected') ?? '')).rejects.toThrow('No file of that name');
  });

  it('is deleted by the next check when a process died over its refusal', async () => {
    const storageName = await upload('died-over.pdf', aPdf());
    const { lastFileId: fileId } = (await readState(bench.store, fileDecider, id)).state;
    await handleCommand(bench.store, {
      decider: fileDecider,
      id,
      command: {
        type: 'RejectFile',
        data: { referralId: id, fileId, reason: 'infected', checkedAt: new Date().toISOString() },
      },
      context: aContext(),
    });
    await processor().process({ referralId: id, fileId });
    await expect(files.get(storageName)).rejects.toThrow('No file of that name');
  });

  it('is planned again when its job was lost', async () => {
    const referralId = await submitAnOrder(bench.store, 2);
    await upload('lost.pdf', aPdf(), referralId);
    const planning = await bench.start({ jobs: false });
    const { db } = planning.get<WorkerDatabase>(DATABASE);
    const head = await bench.store.head();
    while (!(await readModelsReach(db, head)));
    const { jobs } = await checkFile.findMissing({ db, now: new Date(), config: {}, limit: 100, after: null });
    const { lastFileId } = (await readState(bench.store, fileDecider, referralId)).state;
    // Files that other tests left unchecked are missing too.
    expect(jobs.filter(({ data }) => data.referralId === referralId)).toEqual([
      { data: { referralId, fileId: lastFileId } },
    ]);
    await bench.stop(planning);
  });

  it('that another worker accepted meanwhile is kept, whatever this one finds', async () => {
    const storageName = await upload('twice.pdf', aPdf());
    const { lastFileId: fileId } = (await readState(bench.store, fileDecider, id)).state;
    const isInfected = async () => {
      const context = aContext();
      const command = { type: 'AcceptFile', data: { referralId: id, fileId, checkedAt: context.at } } as const;
      await handleCommand(bench.store, { decider: fileDecider, id, command, context });
      return true;
    };
    await processor({ isInfected }).process({ referralId: id, fileId });
    expect(await read(storageName)).toEqual(aPdf());
  });

  it('is refused when workers died over its check, and is not looked into again', async () => {
    const storageName = await upload('deadly.pdf', aPdf());
    const { lastFileId: fileId } = (await readState(bench.store, fileDecider, id)).state;
    const deadly = { isInfected: () => Promise.reject(new Error('It was looked into.')) };
    await processor(deadly).giveUp({ referralId: id, fileId });
    const { state } = await readState(bench.store, fileDecider, id);
    expect(state.uploads.at(-1)).toMatchObject({ fileName: 'deadly.pdf', check: 'refused' });
    await expect(files.get(storageName)).rejects.toThrow('No file of that name');
  });

  it('waits while it cannot be scanned', async () => {
    await upload('late.pdf', aPdf());
    const away = { isInfected: () => Promise.reject(new ScannerUnavailable('away')) };
    const { lastFileId } = (await readState(bench.store, fileDecider, id)).state;
    await expect(processor(away).process({ referralId: id, fileId: lastFileId })).rejects.toThrow(JobDelayed);
    const { state } = await readState(bench.store, fileDecider, id);
    expect(state.uploads.at(-1)).toMatchObject({ fileName: 'late.pdf', check: 'waiting' });
  });
});
