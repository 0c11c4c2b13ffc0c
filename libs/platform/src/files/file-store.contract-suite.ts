import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileNotStored, type FileStore } from './file-store.js';

/** The promises of every engine of the file store. */
export function fileStoreContract(name: string, open: () => Promise<FileStore>): void {
  describe(`File store: ${name}`, () => {
    let store: FileStore;
    beforeAll(async () => {
      store = await open();
    });
    const kept = async (storageName: string) => buffer(await store.get(storageName));

    it('returns what was put, byte for byte', async () => {
      const content = Buffer.from('%PDF-1.7 \u0000\u00ff ✓');
      const { storageName, size, sha256 } = await store.put(content);
      expect(await kept(storageName)).toEqual(content);
      expect({ size, sha256 }).toEqual({
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
    });

    it('accepts a stream, in order', async () => {
      const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(70_000, index));
      const { storageName, size } = await store.put(Readable.from(chunks));
      expect(size).toBe(3_500_000);
      expect((await kept(storageName)).equals(Buffer.concat(chunks))).toBe(true);
    });

    it('accepts an empty file', async () => {
      const { storageName, size } = await store.put(Readable.from([]));
      expect(size).toBe(0);
      expect(await kept(storageName)).toHaveLength(0);
    });

    it('stores equal contents separately', async () => {
      const [first, second] = await Promise.all([store.put(Buffer.from('same')), store.put(Buffer.from('same'))]);
      await store.delete(first.storageName);
      expect((await kept(second.storageName)).toString()).toBe('same');
    });

    it('rejects when the stream breaks', async () => {
      const broken = Readable.from(
        (function* () {
          yield Buffer.from('half');
          throw new Error('sender gone');
        })(),
      );
      await expect(store.put(broken)).rejects.toThrow('sender gone');
    });

    it('deletes, and deleting again does nothing', async () => {
      const { storageName } = await store.put(Buffer.from('x'));
      await store.delete(storageName);
      await store.delete(storageName);
      await expect(store.get(storageName)).rejects.toThrow(FileNotStored);
    });

    it('lists what was put before an instant as unconfirmed, until it is confirmed or deleted', async () => {
      const hourMs = 3_600_000;
      const soon = new Date(Date.now() + hourMs);
      const [one, two, three] = await Promise.all(['1', '2', '3'].map((text) => store.put(Buffer.from(text))));
      const names = [one, two, three].map((stored) => stored?.storageName ?? '');
      const listed = async (before: Date) =>
        names.map((name) => store.unconfirmed(before, 1_000).then((found) => found.includes(name)));
      expect(await Promise.all(await listed(soon))).toEqual([true, true, true]);
      expect(await Promise.all(await listed(new Date(Date.now() - hourMs)))).toEqual([false, false, false]);
      expect(await store.unconfirmed(soon, 2)).toHaveLength(2);

      await store.confirm(names[0] ?? '');
      await store.confirm(names[0] ?? '');
      await store.delete(names[1] ?? '');
      expect(await Promise.all(await listed(soon))).toEqual([false, false, true]);
      expect((await kept(names[0] ?? '')).toString()).toBe('1');
    });

    it.each(['../../etc/passwd', '/etc/passwd', '', 'a'.repeat(48), `${'a'.repeat(47)}/`, `${'0'.repeat(48)}\n`])(
      'has no file %j',
      async (storageName) => {
        await expect(store.get(storageName)).rejects.toThrow(FileNotStored);
        await store.delete(storageName);
        await store.confirm(storageName);
      },
    );
  });
}
