import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FileNotStored, type FileStore } from './file-store.js';

/** What every engine of the file store promises. */
export function fileStoreContract(name: string, open: () => Promise<FileStore>): void {
  describe(`File store: ${name}`, () => {
    let store: FileStore;
    beforeAll(async () => {
      store = await open();
    });
    const kept = async (storageName: string) => buffer(await store.get(storageName));

    it('gives back what was put, byte for byte', async () => {
      const content = Buffer.from('%PDF-1.7 \u0000\u00ff ✓');
      const { storageName, size, sha256 } = await store.put(content);
      expect(await kept(storageName)).toEqual(content);
      expect({ size, sha256 }).toEqual({
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
    });

    it('takes a stream, in order', async () => {
      const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(70_000, index));
      const { storageName, size } = await store.put(Readable.from(chunks));
      expect(size).toBe(3_500_000);
      expect((await kept(storageName)).equals(Buffer.concat(chunks))).toBe(true);
    });

    it('takes an empty file', async () => {
      const { storageName, size } = await store.put(Readable.from([]));
      expect(size).toBe(0);
      expect(await kept(storageName)).toHaveLength(0);
    });

    it('keeps equal contents apart', async () => {
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

    it.each(['../../etc/passwd', '/etc/passwd', '', 'a'.repeat(48), `${'a'.repeat(47)}/`, `${'0'.repeat(48)}\n`])(
      'knows no file %j',
      async (storageName) => {
        await expect(store.get(storageName)).rejects.toThrow(FileNotStored);
        await store.delete(storageName);
      },
    );
  });
}
