import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  eligibilityDecider,
  type EligibilityImportEvent,
  eligibilityImportDecider,
  type Recorded,
  SYSTEM_ACTOR,
} from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { FileNotStored, type FileStore, openFileStore } from '@throughline/platform';
import { type Engines, openEngines } from '@throughline/read-models/testing';
import { JobDelayed } from '../../queue/job.js';
import { READ_DATES } from '../member-cells.js';
import { ImportMembers } from './import-members.job.js';

const KEY = 'a key of the specs, of forty characters!';
const AT = '2026-11-21T12:00:00.000Z';

describe('Importing an uploaded file of members', () => {
  let engines: Engines;
  let files: FileStore;
  let folder: string;
  beforeAll(async () => {
    engines = await openEngines();
    folder = await mkdtemp(join(tmpdir(), 'members-'));
    files = await openFileStore(pathToFileURL(folder).href);
  });
  afterAll(async () => {
    await engines.close();
    await rm(folder, { recursive: true });
  });

  async function upload(csv: string) {
    const importId = randomUUID();
    const { storageName, size } = await files.put(Buffer.from(csv));
    const file = { fileName: 'm.csv', programme: 'diaper', storageName, size } as const;
    const data = { importId, ...file, uploadedAt: AT, reason: 'New' };
    await executeCommand(importId, { type: 'ImportMembers', data });
    return { importId, storageName };
  }
  const executeCommand = (id: string, command: Parameters<typeof eligibilityImportDecider.decide>[1]) =>
    handleCommand(engines.store, {
      decider: eligibilityImportDecider,
      id,
      command,
      context: { commandId: randomUUID(), actor: SYSTEM_ACTOR, at: AT, correlationId: '', causationId: null },
    });
  const process = async (importId: string, reportIntervalMs?: number): Promise<void> => {
    const processor = new ImportMembers(engines.store, files, { eligibilityKey: KEY }, engines);
    for (;;) {
      try {
        return await processor.process({ importId }, reportIntervalMs);
      } catch (error) {
        if (!(error instanceof JobDelayed)) throw error;
      }
    }
  };
  async function eventsOf(importId: string) {
    const events: Recorded<EligibilityImportEvent>[] = [];
    for await (const event of engines.store.readStream(`eligibilityImport-${importId}`))
      events.push(event as Recorded<EligibilityImportEvent>);
    return events;
  }
  const csv = (prefix: string, rows: number) =>
    ['medicaid_id,date_of_birth', ...Array.from({ length: rows }, (_, n) => `${prefix}${n},1996-05-04`), ''].join('\n');

  it('reports its progress, ends with its result, and deletes the file', async () => {
    const { importId, storageName } = await upload(`${csv('A', 1_100)}x1,never\n`);
    await process(importId, 0);
    const [, ...events] = await eventsOf(importId);
    expect(events.map(({ type }) => type)).toEqual([
      'MembersImportProgressed',
      'MembersImportProgressed',
      'MembersImportProgressed',
      'MembersImportFinished',
    ]);
    expect(events.at(-1)?.data).toMatchObject({
      count: { rows: 1_101, registered: 1_100, known: 0, bad: 1 },
      faults: [{ line: 1_102, fault: `DOB is invalid. ${READ_DATES}` }],
    });
    await expect(files.get(storageName)).rejects.toThrow(FileNotStored);
    await process(importId, 0);
    expect(await eventsOf(importId)).toHaveLength(5);
  });

  it('sees what another import registers at the same time, so that no member has a benefit under each number of zeros', async () => {
    const rows = (zeros: string) => Array.from({ length: 50 }, (_, n) => `${zeros}74963${100 + n},1994-03-12`);
    const imports = [];
    for (const zeros of ['', '000', '0'])
      imports.push(await upload(['medicaid_id,date_of_birth', ...rows(zeros), ''].join('\n')));
    await Promise.all(imports.map(({ importId }) => process(importId)));
    const ends = await Promise.all(imports.map(async ({ importId }) => (await eventsOf(importId)).at(-1)?.data));
    const counts = ends.map((end) => (end as { count?: { registered: number; bad: number } }).count);
    expect(counts.map((count) => [count?.registered, count?.bad]).sort()).toEqual([
      [0, 50],
      [0, 50],
      [50, 0],
    ]);
  });

  it('says why a file cannot be read', async () => {
    const { importId, storageName } = await upload('name\nAna\n');
    await process(importId);
    expect((await eventsOf(importId)).at(-1)).toMatchObject({
      type: 'MembersImportFailed',
      data: { reason: 'The first line must name the columns: medicaid_id, date_of_birth not found.' },
    });
    await expect(files.get(storageName)).rejects.toThrow(FileNotStored);
  });

  it('stops soon after it was canceled, and reports what it has imported', async () => {
    const { importId, storageName } = await upload(csv('C', 20_000));
    const before = await engines.store.head();
    const importing = process(importId, 0);
    for await (const message of engines.store.subscribe({ after: 0, signal: AbortSignal.timeout(20_000) })) {
      const events = message.type === '$events' ? (message.events as Recorded<EligibilityImportEvent>[]) : [];
      if (events.some(({ type, data }) => type === 'MembersImportProgressed' && data.importId === importId)) break;
    }
    await executeCommand(importId, { type: 'CancelImport', data: { importId, reason: 'Wrong', at: AT } });
    await importing;
    const events = await eventsOf(importId);
    const last = events.at(-1);
    if (last?.type !== 'MembersImportProgressed') throw new Error(`It ended with ${last?.type}.`);
    expect(events.map(({ type }) => type)).toContain('MembersImportCanceled');
    expect(last.data.count.registered).toBe(last.data.count.rows);
    expect(last.data.count.rows).toBeLessThan(20_000);
    let registered = 0;
    const members = { categories: [eligibilityDecider.category] };
    for await (const event of engines.store.readAll({ after: before, filter: members }))
      registered += Number(event.type === 'EligiblePatientRegistered');
    expect(registered).toBe(last.data.count.registered);
    await expect(files.get(storageName)).rejects.toThrow(FileNotStored);
  });

  it('only deletes a file that was canceled', async () => {
    const { importId, storageName } = await upload(csv('B', 10));
    await executeCommand(importId, { type: 'CancelImport', data: { importId, reason: 'Wrong', at: AT } });
    const head = await engines.store.head();
    await process(importId);
    expect(await engines.store.head()).toBe(head);
    await expect(files.get(storageName)).rejects.toThrow(FileNotStored);
  });
});
