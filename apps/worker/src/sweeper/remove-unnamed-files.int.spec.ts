import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileNotStored, type FileStore, openFileStore, type StoredFile } from '@throughline/platform';
import { anEventOfALaterRelease, append, type Engines, openEngines, Story } from '@throughline/read-models/testing';
import { removeUnnamedFiles } from './remove-unnamed-files.js';

const ID = '263251234512345';
const AT = '2026-11-21T12:00:00.000Z';
const A_DAY_LATER = new Date(Date.now() + 25 * 3_600_000);

describe('Files that no event names', () => {
  let engines: Engines;
  let folder: string;
  let files: FileStore;
  let named: readonly StoredFile[];
  let unnamed: StoredFile;
  beforeAll(async () => {
    engines = await openEngines();
    folder = await mkdtemp(join(tmpdir(), 'unnamed-'));
    files = await openFileStore(pathToFileURL(folder).href);
    const put = (text: string) => files.put(Buffer.from(text));
    const [pdf, upload, members, confirmed] = [
      await put('a PDF'),
      await put('an upload'),
      await put('members'),
      await put('confirmed'),
    ];
    const file = { referralId: ID, fileName: 'a.pdf' };
    const story = new Story();
    const generated = { ...file, ...pdf, fileId: 1, generatedAt: AT };
    story.record(`file-${ID}`, { type: 'SubmissionPdfGenerated', data: generated });
    const uploaded = { ...file, ...upload, fileId: 2, uploadedBy: null, uploadedAt: AT };
    story.record(`file-${ID}`, { type: 'FileUploaded', data: uploaded });
    const ofMembers = { ...members, importId: '1', fileName: 'm.csv', programme: null, uploadedAt: AT };
    story.record('eligibilityImport-1', { type: 'MembersFileUploaded', data: ofMembers });
    await append(engines.store, story.events);
    await files.confirm(confirmed.storageName);
    named = [pdf, upload, members, confirmed];
    unnamed = await put('nobody names it');
  });
  afterAll(async () => {
    await engines.close();
    await rm(folder, { recursive: true });
  });

  const sweep = (now: Date, signal = new AbortController().signal) =>
    removeUnnamedFiles({ store: engines.store, files, now, signal });
  const isThere = ({ storageName }: StoredFile) =>
    files.get(storageName).then(
      (content) => {
        content.destroy();
        return true;
      },
      (error: unknown) => {
        if (error instanceof FileNotStored) return false;
        throw error;
      },
    );

  it('are kept while they are young, and while the worker stops', async () => {
    expect(await sweep(new Date())).toBe(0);
    expect(await sweep(A_DAY_LATER, AbortSignal.abort())).toBe(0);
    expect(await isThere(unnamed)).toBe(true);
  });

  it('are removed when they are old, and no other file is', async () => {
    expect(await sweep(A_DAY_LATER)).toBe(1);
    expect(await isThere(unnamed)).toBe(false);
    expect(await Promise.all(named.map(isThere))).toEqual([true, true, true, true]);
  });

  it('are kept while the log holds an event that this release does not know', async () => {
    const later = await engines.store.append(`file-${ID}9`, 'no-stream', [anEventOfALaterRelease()]);
    const other = await files.put(Buffer.from('of a later release'));
    expect(await sweep(A_DAY_LATER)).toBe(0);
    expect(await isThere(other)).toBe(true);
    await engines.pool.query('delete from event_store.event where position = $1', [later.position]);
    expect(await sweep(A_DAY_LATER)).toBe(1);
  });

  it('are looked up once', async () => {
    expect(await files.unconfirmed(A_DAY_LATER, 10)).toEqual([]);
    expect(await sweep(A_DAY_LATER)).toBe(0);
  });
});
