import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventStore, openEventStore } from '@throughline/event-store';
import { newEvents } from '@throughline/event-store/testing';
import { type FileStore, openFileStore } from '@throughline/platform';
import { preparedDatabase } from '@throughline/read-models/testing';
import { wordsOfFile, wordsOfFiles } from './finding-words.js';
import { verifyFiles } from './verify-files.js';

const NAMES = ['sound', 'changed', 'cut', 'gone', 'refused'] as const;

describe('The files that events name', () => {
  let store: EventStore;
  let files: FileStore;
  let folder: string;
  const placeOf = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-files-'));
    store = await openEventStore(await preparedDatabase());
    files = await openFileStore(pathToFileURL(folder).href);
    const events: { type: string; data: object }[] = [];
    for (const name of NAMES) {
      const stored = await files.put(Buffer.from(`%PDF of what is ${name}`));
      placeOf.set(name, join(folder, stored.storageName.slice(0, 2), stored.storageName));
      const data = { referralId: '7', fileId: events.length + 1, fileName: `${name}.pdf`, ...stored };
      events.push({ type: name === 'sound' ? 'SubmissionPdfGenerated' : 'FileUploaded', data });
      if (name === 'refused') await files.delete(stored.storageName);
    }
    events.push({ type: 'FileRejectedByScan', data: { referralId: '7', fileId: 5, reason: 'script' } });
    const stored = newEvents(events.length).map((event, index) => ({ ...event, ...events[index]! }));
    await store.append('file-7', 'any', stored);
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const verified = () => verifyFiles({ store, files, onProgress: () => undefined });

  it('are as they were stored, but for those that were refused', async () => {
    expect(await verified()).toEqual({ count: 4, findings: [] });
  });

  it('are named with the event that recorded them, when they were changed, cut or removed', async () => {
    await writeFile(placeOf.get('changed')!, '%PDF of what is changeD');
    await writeFile(placeOf.get('cut')!, '%PDF of');
    await rm(placeOf.get('gone')!);
    const report = await verified();
    expect(report.findings.map(wordsOfFile)).toEqual([
      'File 2 of 7 (changed.pdf) was changed in the file store: the event at position 2 recorded it.',
      'File 3 of 7 (cut.pdf) was changed in the file store: the event at position 3 recorded it.',
      'File 4 of 7 (gone.pdf) is not in the file store: the event at position 4 recorded it.',
    ]);
    expect(wordsOfFiles(report)).toBe('Files as they were when they were stored: 1 of 4.');
  });
});
